"""Write the OpenAPI document: ``python -m service.ops.write_contract openapi.yaml``; into a folder, that of each game
with its exact types.
"""

import sys
from pathlib import Path

from engines import VARIANTS
from service.api.openapi.document import contract_text
from service.config import Settings

if __name__ == "__main__":
    target = Path(sys.argv[1])
    if target.is_dir():
        for key in VARIANTS:
            (target / f"{key}.yaml").write_text(contract_text(Settings(), variant=key))
    else:
        target.write_text(contract_text(Settings()))
