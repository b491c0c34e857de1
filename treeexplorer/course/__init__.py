"""What a course hands out and gets back: sheets and keys, answer sheets, hand-ins, grades."""
