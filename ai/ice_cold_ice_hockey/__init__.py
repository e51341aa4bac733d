"""How a computer plays Ice Cold Ice Hockey."""
