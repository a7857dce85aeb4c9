"""Reads images with RapidOCR and its default settings on one thread, for eval/ocr/readers/rapidocr-reader.ts.

Writes the versions first, then one line {"text", "rowText", "confidence", "cpuSeconds", "failure"?} for each line {"image"}
(base64) on standard input. The text has a line for each box, "rowText" the lines that RapidOCR's own Markdown output joins
from boxes that are next to each other.
"""

import base64
import json
import logging
import sys
import time
from importlib.metadata import version

from rapidocr import RapidOCR


def write_line(value: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


def read_image(engine: RapidOCR, image: bytes) -> dict[str, object]:
    started = time.process_time()
    try:
        result = engine(image)
    except Exception as error:  # an image that cannot be read has no text
        return {"text": "", "confidence": 0, "cpuSeconds": time.process_time() - started, "failure": repr(error)}
    seconds = time.process_time() - started
    if not result.txts:
        return {"text": "", "confidence": 0, "cpuSeconds": seconds}
    # The mean of the lines' scores, weighted by their length.
    weights = [max(1, len(text)) for text in result.txts]
    confidence = sum(score * weight for score, weight in zip(result.scores, weights)) / sum(weights)
    return {
        "text": "\n".join(result.txts),
        "rowText": result.to_markdown(),
        "confidence": float(confidence),
        "cpuSeconds": seconds,
    }


def main() -> None:
    logging.disable(logging.CRITICAL)
    engine = RapidOCR(
        params={
            "EngineConfig.onnxruntime.intra_op_num_threads": 1,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
        }
    )
    write_line({"rapidocr": version("rapidocr"), "onnxruntime": version("onnxruntime")})
    for line in sys.stdin:
        write_line(read_image(engine, base64.b64decode(json.loads(line)["image"])))


if __name__ == "__main__":
    main()
