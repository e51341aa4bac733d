"""Small games solved exactly: how far the players are from perfect play."""
