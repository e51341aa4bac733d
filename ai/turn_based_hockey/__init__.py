"""How a computer plays Turn-Based Hockey."""
