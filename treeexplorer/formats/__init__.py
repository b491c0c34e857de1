"""Other people's formats, in and out; figures and tables for people."""
