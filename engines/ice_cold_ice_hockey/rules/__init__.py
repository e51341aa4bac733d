"""The rules of Ice Cold Ice Hockey, one module for each group of sections of the rules document; ``flow`` puts them
together.
"""
