"""Locates and verifies the base models, PP-OCRv6 small (Apache-2.0), inside the installed PyPI wheel `rapidocr`."""

from __future__ import annotations

import hashlib
import importlib.util
from pathlib import Path

import onnx

SHA256 = {
    "detection": "090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f",
    "recognition": "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884",
}
FILES = {"detection": "PP-OCRv6_det_small.onnx", "recognition": "PP-OCRv6_rec_small.onnx"}


def base_model_path(name: str) -> Path:
    """Returns the path of a base model.

    :param name: `detection` or `recognition`.
    :raises FileNotFoundError: if the wheel is not installed.
    :raises ValueError: if the file is not the pinned one.
    """
    package = importlib.util.find_spec("rapidocr")
    if package is None or package.origin is None:
        raise FileNotFoundError("the wheel rapidocr is not installed: pip install -r training/requirements.txt")
    path = Path(package.origin).parent / "models" / FILES[name]
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    if digest != SHA256[name]:
        raise ValueError(f"{path} has sha256 {digest}, expected {SHA256[name]}")
    return path


def read_base_classes(model: onnx.ModelProto) -> list[str]:
    """Returns the strings of the output classes, which the model's metadata list one per line.

    Class 0 is the CTC blank (an empty string), the last class is the space.
    """
    entry = next(item for item in model.metadata_props if item.key == "character")
    return ["", *entry.value.split("\n"), " "]
