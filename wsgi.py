"""The WSGI entry: ``gunicorn wsgi:app``; with the operators' commands for ``flask --app wsgi`` too."""

from service.app import app_of_environment
from service.ops.cli import commands
from service.process.telemetry import configure_logging

configure_logging()
app = app_of_environment()
app.cli.add_command(commands)
