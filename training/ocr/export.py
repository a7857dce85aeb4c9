"""Writes the shipped graphs: detection and recognition from the base, recognition of further scripts from a checkpoint."""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from alphabet import Alphabet
from base_lines import BaseLineSource, TextLine, to_input
from base_models import base_model_path, read_base_classes
from batches import read_shard
from corpus import Corpus
from fonts import FontLibrary, index_fonts
from metrics import collapse, error_rate
from quantize import INPUT_NAME, halve_weights, keep_classes, quantize_detector, quantize_recognizer
from recognizer import Recognizer, write_recognizer
from render_lines import SCRIPT_NAMES
from render_pages import box_score, find_boxes, normalize_page, render_page
from speed import find_best_classes, split_concatenations

CALIBRATION_LINES, CALIBRATION_PAGES = 40, 24
COMPARED_LINES, COMPARED_PAGES = 150, 24


def common_han() -> set[str]:
    """Returns the ideographs of GB 2312, of level 1 of Big5 and of JIS X 0208."""
    found: set[str] = set()
    ranges = (("gb2312", 0xB0A1, 0xF7FE), ("big5", 0xA440, 0xC67E), ("euc_jp", 0xB0A1, 0xF4FE))
    for codec, first, last in ranges:
        for code in range(first, last + 1):
            try:
                text = code.to_bytes(2, "big").decode(codec)
            except UnicodeDecodeError:
                continue
            found.update(text if len(text) == 1 else "")
    return {char for char in found if is_han(char)}


def is_han(text: str) -> bool:
    return len(text) == 1 and any(first <= ord(text) <= last for first, last in ((0x3400, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF)))


def shipped_classes(classes: list[str]) -> list[int]:
    """Returns the numbers of the base's classes that are kept: all but rare ideographs."""
    common = common_han()
    return [number for number, text in enumerate(classes) if not is_han(text) or text in common]


def open_session(path: Path) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def finish_graph(path: Path, characters: list[str] | None = None) -> None:
    """Names the input and outputs, and adds small outputs to a recognizer: per step, the best class, its probability and that of a space."""
    model = onnx.load(path)
    graph = model.graph
    old_output = graph.output[0].name
    names = {INPUT_NAME: "images", old_output: "probabilities"}
    for node in graph.node:
        node.input[:] = [names.get(name, name) for name in node.input]
        node.output[:] = [names.get(name, name) for name in node.output]
    graph.input[0].name, graph.output[0].name = "images", "probabilities"
    for value, labels in ((graph.input[0], ("batch", None, "height", "width")), (graph.output[0], ("batch", "steps") if characters else ("batch", None, "height", "width"))):
        for dimension, label in zip(value.type.tensor_type.shape.dim, labels, strict=False):
            if label and not dimension.dim_value:
                dimension.dim_param = label
    split_concatenations(graph)
    if characters:
        find_best_classes(graph, len(characters))
        graph.initializer.append(onnx.numpy_helper.from_array(np.array(characters.index(" "), dtype=np.int64), "space"))
        graph.node.append(onnx.helper.make_node("Gather", ["probabilities", "space"], ["spaces"], axis=2))
        graph.output.append(onnx.helper.make_tensor_value_info("classes", onnx.TensorProto.INT32, ["batch", "steps"]))
        for name in ("scores", "spaces"):
            graph.output.append(onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, ["batch", "steps"]))
    del graph.value_info[:]
    model.doc_string, model.producer_name = "", "quern training/ocr"
    onnx.checker.check_model(model)
    onnx.save(model, path)


def line_errors(session: onnxruntime.InferenceSession, classes: list[str], lines: Iterable[TextLine]) -> dict[str, float]:
    """Returns the character error rate per group; lines run one by one."""
    pairs: dict[str, list[tuple[str, str]]] = defaultdict(list)
    name = session.get_inputs()[0].name
    for line in lines:
        best = session.run([session.get_outputs()[0].name], {name: to_input(line.image)})[0][0].argmax(-1)
        pairs[line.group].append((line.text, "".join(classes[number] for number in collapse(best))))
    return {group: round(error_rate(found), 4) for group, found in pairs.items()}


def cpu_seconds(session: onnxruntime.InferenceSession, images: list[np.ndarray]) -> float:
    """Returns the CPU seconds of the images, the first of which also warms up."""
    name = session.get_inputs()[0].name
    session.run(None, {name: images[0]})
    started = time.process_time()
    for image in images:
        session.run(None, {name: image})
    return time.process_time() - started


def export_detection(out: Path, data: Path, fonts: Path, pages: int = COMPARED_PAGES) -> dict[str, float]:
    """Writes `detection.onnx` in half precision and, for comparison, `detection-int8.onnx`.

    Returns box F1 on plain and low-contrast pages and CPU seconds per page of float, half-precision and quantized graph.
    """
    base, shipped, quantized = base_model_path("detection"), out / "detection.onnx", out / "detection-int8.onnx"
    corpus, faces = Corpus(data, Alphabet.read()), FontLibrary(index_fonts(fonts), False)
    rng = random.Random(3)
    drawn = [render_page(corpus, faces, rng, index % 2 == 0) for index in range(min(CALIBRATION_PAGES, 4 * pages))]
    quantize_detector(base, quantized, [normalize_page(image) for image, _ in drawn])
    halve_weights(base, shipped)
    finish_graph(shipped)
    result: dict[str, float] = {}
    tests = {kind: [render_page(corpus, faces, rng, kind == "low contrast") for _ in range(pages)] for kind in ("plain", "low contrast")}
    for label, path in (("float", base), ("half", shipped), ("int8", quantized)):
        session = open_session(path)
        name = session.get_inputs()[0].name
        for kind, samples in tests.items():
            scores = [box_score(boxes, find_boxes(session.run(None, {name: normalize_page(image)})[0][0, 0])) for image, boxes in samples]
            result[f"{kind} {label}"] = round(float(np.mean(scores)), 4)
        result[f"cpu seconds {label}"] = round(cpu_seconds(session, [normalize_page(image) for image, _ in tests["plain"]]) / pages, 3)
    return result


def export_recognition(out: Path, data: Path, fonts: Path, count: int = COMPARED_LINES) -> dict[str, object]:
    """Writes `recognition.onnx` and its characters; returns the character error rates of base and shipped graph."""
    base = base_model_path("recognition")
    classes = read_base_classes(onnx.load(base))
    kept = shipped_classes(classes)
    characters = [classes[number] for number in kept]
    source = BaseLineSource(data, fonts, False)
    keep_classes(base, out / "pruned.onnx", kept)
    calibration = [to_input(line.image) for line in source.draw_all(min(CALIBRATION_LINES, count), 5)]
    quantize_recognizer(out / "pruned.onnx", out / "recognition.onnx", calibration)
    (out / "pruned.onnx").unlink()
    finish_graph(out / "recognition.onnx", characters)
    write_characters(out / "recognition.characters.json", characters)
    lines = source.draw_all(count, 6)
    images = [to_input(line.image) for line in lines[:100]]
    before, after = open_session(base), open_session(out / "recognition.onnx")
    return {
        "classes": len(kept), "float": line_errors(before, classes, lines), "int8": line_errors(after, characters, lines),
        "cpu seconds float": round(cpu_seconds(before, images), 2), "cpu seconds int8": round(cpu_seconds(after, images), 2),
    }  # fmt: skip


def averaged_network(checkpoint: Path, alphabet: Alphabet) -> tuple[Recognizer, dict]:
    """Returns the network with the averaged weights of a checkpoint, and the checkpoint's counters."""
    state = torch.load(checkpoint, weights_only=True)
    if state["classes"] != alphabet.classes:
        raise ValueError("the checkpoint was trained on other classes")
    network = Recognizer(alphabet.count)
    network.load_state_dict({**state["student"], **state["averaged"]})
    return network.eval(), {name: state[name] for name in ("step", "lines", "seconds")}


def shard_lines(path: Path, alphabet: Alphabet) -> list[TextLine]:
    """Returns the lines of a shard with their text in visual order."""
    return [TextLine(image, alphabet.decode(labels), SCRIPT_NAMES[script]) for image, labels, script in read_shard(path)]


def export_scripts(out: Path, checkpoint: Path, shards: Path, calibration_lines: int = 4 * CALIBRATION_LINES) -> dict[str, object]:
    """Writes `recognition-scripts.onnx` and its characters; returns the character error rates on the dev set."""
    alphabet = Alphabet.read()
    network, counters = averaged_network(checkpoint, alphabet)
    write_recognizer(network, base_model_path("recognition"), out / "scripts.onnx")
    shard = sorted(shards.glob("shard-*.npz"))[-1]
    calibration = [to_input(line.image) for line in shard_lines(shard, alphabet)[:calibration_lines]]
    quantize_recognizer(out / "scripts.onnx", out / "recognition-scripts.onnx", calibration)
    finish_graph(out / "recognition-scripts.onnx", alphabet.classes)
    write_characters(out / "recognition-scripts.characters.json", alphabet.classes)
    lines = shard_lines(shards / "dev.npz", alphabet)
    result = {
        **counters, "classes": alphabet.count, "float": line_errors(open_session(out / "scripts.onnx"), alphabet.classes, lines),
        "int8": line_errors(open_session(out / "recognition-scripts.onnx"), alphabet.classes, lines),
    }  # fmt: skip
    (out / "scripts.onnx").unlink()
    return result


def write_characters(path: Path, characters: list[str]) -> None:
    """Writes the strings of the output classes in order; the first is the CTC blank."""
    path.write_text(json.dumps(characters, ensure_ascii=False) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", choices=("detection", "recognition", "recognition-scripts"))
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--fonts", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--checkpoint", type=Path)
    parser.add_argument("--shards", type=Path)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    if arguments.model == "detection":
        result = export_detection(arguments.out, arguments.data, arguments.fonts)
    elif arguments.model == "recognition":
        result = export_recognition(arguments.out, arguments.data, arguments.fonts)
    else:
        result = export_scripts(arguments.out, arguments.checkpoint, arguments.shards)
    (arguments.out / f"{arguments.model}.figures.json").write_text(json.dumps(result, indent=1) + "\n")
    print(json.dumps(result))


if __name__ == "__main__":
    main()
