"""Converts files to Markdown with other libraries.

    python eval/documents/peers.py LIBRARY FILE...

Prints one JSON object per line: {"file", "markdown", "seconds"}, where markdown is null if the library fails or takes
longer than the time limit; the last line is {"version"}.
"""

import importlib.metadata
import json
import multiprocessing
import sys
import time

TIME_LIMIT_SECONDS = 120


def markitdown(path):
    from markitdown import MarkItDown

    return MarkItDown().convert(path).text_content


def pandoc(path):
    import pypandoc

    return pypandoc.convert_file(path, "gfm", extra_args=["--wrap=none"])


def pymupdf4llm(path):
    import pymupdf4llm as library

    return library.to_markdown(path)


LIBRARIES = {
    "markitdown": (markitdown, lambda: importlib.metadata.version("markitdown")),
    "pymupdf4llm": (pymupdf4llm, lambda: importlib.metadata.version("pymupdf4llm")),
    "pandoc": (pandoc, lambda: __import__("pypandoc").get_pandoc_version()),
}


def convert(name, path, queue):
    try:
        queue.put(LIBRARIES[name][0](path))
    except Exception as error:  # Whatever a library raises is a failed conversion.
        print(f"{name} {path}: {error}", file=sys.stderr)
        queue.put(None)


def main(name, paths):
    for path in paths:
        queue = multiprocessing.Queue()
        process = multiprocessing.Process(target=convert, args=(name, path, queue))
        start = time.monotonic()
        process.start()
        try:
            markdown = queue.get(timeout=TIME_LIMIT_SECONDS)
        except Exception:  # The queue is empty when the time is up.
            markdown = None
        process.kill()
        seconds = time.monotonic() - start
        print(json.dumps({"file": path, "markdown": markdown, "seconds": round(seconds, 3)}), flush=True)
    print(json.dumps({"version": LIBRARIES[name][1]()}))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
