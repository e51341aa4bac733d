"""The rules of Ice Cold Ice Hockey, one module for a group of sections of its document; ``flow`` puts them together."""
