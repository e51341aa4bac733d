"""The WSGI entry: ``gunicorn wsgi:app``, and ``flask --app wsgi faceoff`` for operators."""

from service.app import app_of_environment, end_waiting_on_signals
from service.ops import cli
from service.telemetry.logs import configure_logging

configure_logging()
app = app_of_environment()
app.cli.add_command(cli.commands)
end_waiting_on_signals(app)
