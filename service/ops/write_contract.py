"""Write the OpenAPI document: ``python -m service.ops.write_contract openapi.yaml``."""

import sys
from pathlib import Path

from service.api.openapi.document import contract_text
from service.config import Settings

if __name__ == "__main__":
    Path(sys.argv[1]).write_text(contract_text(Settings()))
