"""Makes the workbooks and presentations from which binary ones are made.

    pip install -r eval/documents/specimens/requirements.txt
    python eval/documents/binary-office/make_sources.py FOLDER
"""

import sys
from pathlib import Path

import make_decks
import make_workbooks


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in make_workbooks.MAKERS.items():
        make().save(str(folder / f"{name}.xlsx"))
    for name, make in make_decks.MAKERS.items():
        make().save(str(folder / f"{name}.pptx"))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
