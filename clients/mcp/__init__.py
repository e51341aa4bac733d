"""A server of the Model Context Protocol: assistants and agents play through nine tools."""
