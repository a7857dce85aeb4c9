"""Extracts main content with trafilatura and its default settings, for eval/web/peers.ts.

Writes {"version"} first, then one line {"text"} for each line {"html", "url"} on standard input.
"""

import json
import logging
import sys
from importlib.metadata import version

from trafilatura import extract


def write_line(value: dict[str, str]) -> None:
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


def main() -> None:
    logging.disable(logging.CRITICAL)
    write_line({"version": version("trafilatura")})
    for line in sys.stdin:
        page = json.loads(line)
        try:
            text = extract(page["html"], url=page["url"] or None) or ""
        except Exception:  # an extractor that fails on a page has found nothing there
            text = ""
        write_line({"text": text})


if __name__ == "__main__":
    main()
