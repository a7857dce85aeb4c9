"""Trains the sentiment and emotion models that ship with the engines: raw data in, three files a model out.

    python train.py --data ../../../shared/data [--smoke] [--only sentiment|emotion]

Deterministic: no random numbers but the seeds below."""

import argparse
import tempfile
from pathlib import Path

from emotion import train_emotion
from features import ENGINE
from sentiment import train_sentiment


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with sentiment/ and emotion/")
    parser.add_argument("--out", type=Path, help="by default the engine's models, for a smoke run a new temporary folder")
    parser.add_argument("--smoke", action="store_true", help="a few hundred texts: seconds, to see that it runs")
    parser.add_argument("--only", choices=("sentiment", "emotion"))
    options = parser.parse_args()
    out = options.out or (Path(tempfile.mkdtemp()) if options.smoke else ENGINE / "models")
    out.mkdir(parents=True, exist_ok=True)
    print(f"writing to {out}", flush=True)
    if options.only != "emotion":
        train_sentiment(options.data, out, options.smoke)
    if options.only != "sentiment":
        train_emotion(options.data, out, options.smoke)


if __name__ == "__main__":
    main()
