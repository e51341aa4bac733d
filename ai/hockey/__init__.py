"""How a computer plays Hockey."""
