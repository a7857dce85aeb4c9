"""Makes ten documents of everyday kinds for reading their conversion.

    pip install -r eval/documents/specimens/requirements.txt
    python eval/documents/specimens/make_specimens.py FOLDER

Then `node --conditions=source eval/documents/show-documents.ts FOLDER/*` shows each next to its Markdown.
"""

import sys
from pathlib import Path

from office_specimens import make_contract, make_deck, make_letter, make_workbook
from pdf_specimens import make_form, make_invoice, make_paper, make_report, make_scan
from epub_specimen import make_chapter

MAKERS = {
    "invoice.pdf": make_invoice,
    "paper.pdf": make_paper,
    "contract.docx": make_contract,
    "deck.pptx": make_deck,
    "workbook.xlsx": make_workbook,
    "chapter.epub": make_chapter,
    "letter.docx": make_letter,
    "scan.pdf": make_scan,
    "form.pdf": make_form,
    "report.pdf": make_report,
}


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in MAKERS.items():
        make(folder / name)
        print(folder / name)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
