"""The panes that explain the drawing: each a function of the session and the room there is."""
