"""A sample bot: a program that is registered with a Faceoff, accepts invitations and plays."""
