"""The WSGI entry: ``gunicorn wsgi:app``."""

from service.app import app_of_environment, end_waiting_on_signals
from service.telemetry.logs import configure_logging

configure_logging()
app = app_of_environment()
end_waiting_on_signals(app)
