"""Answers {"html", "url"} a line with {"text"}: trafilatura with its own settings."""

import json
import logging
import sys

from trafilatura import extract

logging.disable(logging.CRITICAL)
for line in sys.stdin:
    page = json.loads(line)
    try:
        text = extract(page["html"], url=page["url"] or None) or ""
    except Exception:  # whatever a page breaks, it found nothing there
        text = ""
    sys.stdout.write(json.dumps({"text": text}) + "\n")
    sys.stdout.flush()
