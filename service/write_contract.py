"""Write the contract anew: ``python -m service.write_contract openapi.yaml``."""

import sys
from pathlib import Path

from service import create_app
from service.config import Settings
from service.contract import contract_yaml

if __name__ == "__main__":
    settings = Settings(background=False)
    Path(sys.argv[1]).write_text(contract_yaml(create_app(settings), settings))
