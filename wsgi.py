"""The WSGI entry: ``gunicorn wsgi:app``."""

from service import create_app, end_waiting_on_signals
from service.config import Settings
from service.logs import configure_logging

configure_logging()
app = create_app(Settings.from_env())
end_waiting_on_signals(app)
