"""The WSGI entry: ``gunicorn wsgi:app``."""

import sys

from service import create_app, end_waiting_on_signals
from service.config import Settings, SettingsError
from service.logs import configure_logging

configure_logging()
try:
    app = create_app(Settings.from_env())
except SettingsError as error:
    print(error, file=sys.stderr)
    sys.exit(4)  # which tells gunicorn to start no other process
end_waiting_on_signals(app)
