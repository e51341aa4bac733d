"""The figures that the rules documents give of their games, reproduced: one module a game, run by
``python -m bench figures``.
"""
