"""Builds the shipped OCR models: `python training/ocr/build.py --data ../shared/data --work <folder>`.

Downloads the fonts, renders lines in a second process, trains (or resumes from the last checkpoint), quantizes, measures and
writes `packages/ocr/src/models`. `--smoke` does all of this on a few lines and ten font packages and installs nothing.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path

from base_models import FILES, SHA256
from export import export_detection, export_recognition, export_scripts
from fonts import PACKAGES_FILE, fetch_packages

HERE = Path(__file__).parent
SHIPPED = HERE.parents[1] / "packages" / "ocr" / "src" / "models"
MODELS = ("detection", "recognition", "recognition-scripts")
BYTES_MAX = 30_000_000
SMOKE_ROWS = 300
# A training and a held-out family for every script.
SMOKE_PACKAGES = (
    "fonts-freefont-ttf", "fonts-wqy-microhei", "culmus", "fonts-lohit-deva", "fonts-hosny-amiri", "fonts-tlwg-laksaman-ttf",
    "fonts-gfs-artemisia", "fonts-courier-prime", "fonts-roboto-slab", "fonts-naver-d2coding",
)  # fmt: skip
CHARACTERS = {"recognition": "recognition.characters.json", "recognition-scripts": "recognition-scripts.characters.json"}
LINE_INPUT = {
    "name": "images", "type": "float32", "shape": ["batch", 3, 48, "width"], "channels": "BGR", "normalization": "value / 127.5 - 1",
    "padding": "0.0 on the right",
}  # fmt: skip
LINE_OUTPUTS = {
    "probabilities": ["batch", "steps", "classes"], "classes": ["batch", "steps"], "scores": ["batch", "steps"], "spaces": ["batch", "steps"],
}  # fmt: skip
PAGE_INPUT = {
    "name": "images", "type": "float32", "shape": ["batch", 3, "height", "width"], "channels": "BGR", "normalization": "value / 127.5 - 1",
    "sides": "multiples of 32",
}  # fmt: skip
SOURCES = {
    "PP-OCRv6 small (detection and recognition, by the wheel rapidocr 3.10.0)": "Apache-2.0",
    "wordfreq 3.1.1 (word lists)": "Apache-2.0, data CC BY-SA 4.0",
    "Fonts of the Debian packages in training/ocr/font-packages.data.json": "free licenses, see MODEL_CARD.md",
    "Sentences of the data sets for entities, sentiment and emotions": "see MODEL_CARD.md",
}


def truncate_datasets(data: Path, out: Path) -> None:
    """Copies the first rows of every data set."""
    for path in (*data.glob("ner/*.gz"), *data.glob("sentiment/*.gz"), *data.glob("emotion/*.gz")):
        target = out / path.parent.name / path.name
        target.parent.mkdir(parents=True, exist_ok=True)
        with gzip.open(path, "rt", encoding="utf-8") as lines, gzip.open(target, "wt", encoding="utf-8") as kept:
            for _, line in zip(range(SMOKE_ROWS), lines, strict=False):
                kept.write(line)


def run_script(name: str, options: dict[str, object]) -> None:
    """Runs a script of this folder in a separate process, which releases its memory at the end."""
    subprocess.run(_command(name, options), check=True)


def _command(name: str, options: dict[str, object]) -> list[str]:
    return [sys.executable, str(HERE / name), *(part for key, value in options.items() for part in (f"--{key}", str(value)))]


def train(arguments: argparse.Namespace, shards: Path) -> None:
    """Renders and trains at the same time; the renderer is ended with the training run."""
    rendering = {"data": arguments.data, "fonts": arguments.fonts, "out": shards, "seed": arguments.seed}
    if not (shards / "dev.npz").exists():
        run_script("render_lines.py", {**rendering, "dev": 2 if arguments.smoke else 60, "seed": arguments.seed + 4, **_few(arguments)})
    training = {"shards": shards, "dev": shards / "dev.npz", "out": arguments.work / "run", "seed": arguments.seed}
    if arguments.smoke:
        run_script("render_lines.py", {**rendering, "shards": 1, **_few(arguments)})
        run_script("train.py", {**training, "steps": 2})
        return
    with subprocess.Popen(_command("render_lines.py", rendering)) as renderer:
        try:
            run_script("train.py", {**training, "lines": arguments.lines, "minutes": arguments.minutes})
        finally:
            renderer.terminate()


def _few(arguments: argparse.Namespace) -> dict[str, object]:
    return {"lines": 24} if arguments.smoke else {}


def describe(model: str, path: Path) -> dict[str, object]:
    """Returns a model's entry of the manifest."""
    data = path.read_bytes()
    entry: dict[str, object] = {
        "file": path.name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest(),
        "base": {"file": FILES["detection" if model == "detection" else "recognition"], "sha256": SHA256["detection" if model == "detection" else "recognition"]},
    }  # fmt: skip
    if model == "detection":
        return {**entry, "input": PAGE_INPUT, "outputs": {"probabilities": ["batch", 1, "height", "width"]}}
    characters = path.parent / CHARACTERS[model]
    entry["characters"] = {"file": characters.name, "count": len(json.loads(characters.read_text())), "blank": 0}
    order = "visual, left to right" if model == "recognition-scripts" else "left to right"
    return {**entry, "input": LINE_INPUT, "outputs": LINE_OUTPUTS, "stepWidth": 8, "order": order}


def checksum(path: Path) -> dict[str, object]:
    data = path.read_bytes()
    return {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def write_manifest(folder: Path) -> None:
    """Writes `manifest.json` for the models that are in a folder.

    :raises ValueError: if the files are larger together than BYTES_MAX.
    """
    present = [model for model in MODELS if (folder / f"{model}.onnx").exists()]
    figures = {model: json.loads((folder / f"{model}.figures.json").read_text()) for model in present}
    models = {model: {**describe(model, folder / f"{model}.onnx"), "figures": figures[model]} for model in present}
    total = sum(entry["bytes"] for entry in models.values())
    if total > BYTES_MAX:
        raise ValueError(f"the models have {total} bytes, more than {BYTES_MAX}")
    names = [name for model in present for name in (f"{model}.onnx", CHARACTERS.get(model)) if name]
    files = {name: checksum(folder / name) for name in names}
    manifest = {"version": 1, "license": "Apache-2.0", "files": files, "models": models, "sources": SOURCES}
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--fonts", type=Path, help="folder of unpacked font packages; default: <work>/fonts")
    parser.add_argument("--lines", type=int, default=600_000)
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--models", nargs="*", choices=MODELS, default=MODELS)
    parser.add_argument("--smoke", action="store_true")
    arguments = parser.parse_args()
    arguments.fonts = arguments.fonts or arguments.work / "fonts"
    out, shards = arguments.work / "out", arguments.work / "shards"
    out.mkdir(parents=True, exist_ok=True)
    if arguments.smoke:
        truncate_datasets(arguments.data, arguments.work / "data")
        arguments.data = arguments.work / "data"
    if not (arguments.fonts / "root").exists():
        packages = SMOKE_PACKAGES if arguments.smoke else json.loads(PACKAGES_FILE.read_text())["packages"]
        fetch_packages(arguments.fonts, list(packages))
    exports = {
        "detection": lambda: export_detection(out, arguments.data, arguments.fonts, **({"pages": 1} if arguments.smoke else {})),
        "recognition": lambda: export_recognition(out, arguments.data, arguments.fonts, **({"count": 2} if arguments.smoke else {})),
        "recognition-scripts": lambda: export_scripts(out, arguments.work / "run" / "checkpoint.pt", shards),
    }
    if "recognition-scripts" in arguments.models:
        train(arguments, shards)
    for model in arguments.models:
        figures = exports[model]()
        (out / f"{model}.figures.json").write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(model, json.dumps(figures), flush=True)
    write_manifest(out)
    if arguments.smoke:
        print("smoke run complete: nothing installed", flush=True)
        return
    SHIPPED.mkdir(parents=True, exist_ok=True)
    for model in arguments.models:
        for name in (f"{model}.onnx", CHARACTERS.get(model)):
            if name:
                shutil.copyfile(out / name, SHIPPED / name)
    shutil.copyfile(out / "manifest.json", SHIPPED / "manifest.json")


if __name__ == "__main__":
    main()
