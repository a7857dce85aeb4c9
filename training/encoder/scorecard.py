"""Writes the figures of a run as a Markdown table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from calibrate import Calibration
    from train import Trainer

# Required minimum and goal of each figure.
TARGETS = {
    "names ewt.dev F1": (0.813, 0.85),
    "names uner-pt.dev F1": (0.867, None),
    "names uner-da.dev F1": (0.836, None),
    "names germeval.tenth F1": (0.846, 0.88),
    "names wnut17.test F1": (0.425, 0.55),
    **{f"names {name}.dev F1": (0.75, None) for name in (
        "uner-zh", "wikipedia-ja", "gsd-ja", "klue-ko", "factrueval-ru", "kpwr-pl", "webnews-sv", "norne-no", "turku-fi", "nerkor-hu",
        "uner-he", "thainer-th", "uner-hr", "uner-sr",
    )},
    **{f"names {name}.dev F1": (0.65, None) for name in ("wiki-tr", "hiner-hi", "nergrit-id", "ronec-ro", "wojood-ar", "parstwiner-fa")},
    "polarity sst5 sign accuracy": (0.88, 0.90),
    "polarity semeval macro recall": (0.68, 0.72),
    "polarity nsmc-ko sign accuracy": (0.84, None),
    "polarity smsa-id macro recall": (0.85, None),
    "polarity wisesight-th macro recall": (0.70, None),
    "polarity omilab-he macro recall": (0.70, None),
    "polarity rusentne-ru macro recall": (0.70, None),
    "polarity sentiweibo-zh sign accuracy": (0.70, 0.85),
    "polarity arsarcasm-ar macro recall": (0.70, None),
    "polarity everyday accuracy": (0.80, 0.88),
    "polarity everyday neutral F1": (0.85, 0.90),
    "polarity everyday mixed F1": (0.60, 0.70),
    "polarity own accuracy": (0.88, None),
    "emotions goemotions macro-F1": (0.50, 0.52),
}  # fmt: skip


def write_scorecard(
    path: Path,
    measured: dict[str, float],
    trainer: Trainer,
    task_steps: dict[str, int],
    chosen: Calibration,
) -> None:
    lines = [
        "# Scorecard of the encoder",
        "",
        "Written by `training/encoder/build.py`. Names: exact span and type, over persons, organizations and locations (more where the",
        "set has them), FACILITY counted as LOCATION, up to 800 sentences a set. Polarity and emotions: temperatures, biases and",
        "thresholds were fitted per group of languages on the even rows of the development sets and are measured on the odd rows, of up to",
        "1,200 a set. Everyday texts are the project's own: fitted on the split `dev`, measured on `test`. Own texts are composed of",
        "sentences that were never trained on (`own_texts.py`).",
        "",
        f"{trainer.step} joint steps ({trainer.tokens / 1e6:.1f} million padded tokens), then "
        f"{task_steps['entities']} steps of entities and {task_steps['sentiment']} steps of sentiment alone; "
        f"seed {trainer.arguments.seed}.",
        "",
        "| figure | int8 | minimum | goal |",
        "| --- | --- | --- | --- |",
    ]
    for name, value in measured.items():
        minimum, goal = TARGETS.get(name, (None, None))
        shown = [f"{one:.3f}" if one is not None else "" for one in (value, minimum, goal)]
        lines.append(f"| {name} | {' | '.join(shown)} |")
    lines += ["", "| group | polarity: temperature | biases | emotions: temperature |", "| --- | --- | --- | --- |"]
    for name, group in chosen.groups.items():
        lines.append(f"| {name} | {group.polarity_temperature} | {group.polarity_bias} | {group.emotions_temperature} |")
    lines.append("")
    path.write_text("\n".join(lines), encoding="utf-8")
