"""Writes the figures of a run, int8 next to float32, as a Markdown table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from train import Trainer

# Required minimum and goal of each figure.
TARGETS = {
    "names ewt.dev F1": (0.80, 0.85),
    "names uner-pt.dev F1": (0.85, None),
    "names uner-sv.dev F1": (0.79, None),
    "names uner-da.dev F1": (0.83, None),
    "names germeval.tenth F1": (0.82, 0.88),
    "names wnut17.test F1": (0.47, 0.55),
    "polarity sst5 positive-negative accuracy": (0.885, 0.92),
    "polarity semeval macro recall": (0.68, 0.72),
    "polarity umsab mean macro recall": (0.62, 0.68),
    "emotions goemotions macro-F1": (0.46, 0.52),
}


def write_scorecard(
    path: Path,
    measured: dict[str, float],
    full: dict[str, float],
    trainer: Trainer,
    task_steps: dict[str, int],
    chosen: dict[str, object],
) -> None:
    lines = [
        "# Scorecard of the encoder",
        "",
        "Written by `training/encoder/build.py`. Names: exact span and type, over the types that the data set annotates, tokens",
        "joined by spaces, FACILITY counted as LOCATION. Polarity and emotions: temperatures and thresholds were fitted on the",
        "even rows of the development sets and are measured on the odd rows; SST is measured on all rows.",
        "",
        f"{trainer.step} joint steps ({trainer.tokens / 1e6:.1f} million padded tokens), then "
        f"{task_steps['entities']} steps of entities and {task_steps['sentiment']} steps of sentiment alone; "
        f"seed {trainer.arguments.seed}.",
        "",
        "| figure | int8 | float32 | minimum | goal |",
        "| --- | --- | --- | --- | --- |",
    ]
    for name, value in measured.items():
        minimum, goal = TARGETS.get(name, (None, None))
        shown = [f"{one:.3f}" if one is not None else "" for one in (value, full[name], minimum, goal)]
        lines.append(f"| {name} | {' | '.join(shown)} |")
    lines += ["", f"Fitted: `{chosen}`", ""]
    path.write_text("\n".join(lines), encoding="utf-8")
