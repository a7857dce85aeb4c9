"""Writes what a run reached, eight bits beside float, as a table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from train import Run

# What the model has to reach, and what it aims at.
MARKS = {
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
    run: Run,
    branch_steps: dict[str, int],
    chosen: dict[str, object],
) -> None:
    lines = [
        "# Scorecard of the brain",
        "",
        "Written by `training/encoder/build.py`. Names: exact span and type, the types that the set annotates, tokens joined",
        "by spaces, FACILITY counted as LOCATION. Polarity and emotions: temperatures and thresholds were chosen on the even",
        "rows of the development sets and are measured on the odd ones; SST is measured whole.",
        "",
        f"{run.step} joint steps ({run.tokens / 1e6:.1f} million padded tokens), then "
        f"{branch_steps['names']} of the names branch and {branch_steps['feelings']} of the feelings branch alone; "
        f"seed {run.arguments.seed}.",
        "",
        "| figure | eight bits | float | mark | goal |",
        "| --- | --- | --- | --- | --- |",
    ]
    for name, value in measured.items():
        mark, goal = MARKS.get(name, (None, None))
        shown = [f"{one:.3f}" if one is not None else "" for one in (value, full[name], mark, goal)]
        lines.append(f"| {name} | {' | '.join(shown)} |")
    lines += ["", f"Chosen: `{chosen}`", ""]
    path.write_text("\n".join(lines), encoding="utf-8")
