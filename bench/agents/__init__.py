"""How strong a program is that plays by reading text: an agent of the tools, or one of standard input and output."""
