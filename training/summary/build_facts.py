"""Makes the models of key facts: teachers, network of phrases, trees. See README.md."""

import argparse
import os
import subprocess
import sys
from pathlib import Path

from learn_projection import ROOT

# Large blocks are kept by the process: PyTorch otherwise returns them to the system after every step, which takes most of the time.
MEMORY = {"MALLOC_MMAP_THRESHOLD_": str(1 << 32), "MALLOC_TRIM_THRESHOLD_": str(1 << 33), "MALLOC_TOP_PAD_": str(1 << 28)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared/data")
    parser.add_argument("--pages", type=Path, required=True, help="unpacked wcxb-dev: gold.jsonl")
    parser.add_argument("--work", type=Path, required=True, help="folder for what the steps hand on; a teacher that is there is not trained again")
    parser.add_argument("--smoke", action="store_true", help="the same path on few texts, without changing the models")
    arguments = parser.parse_args()
    work = ["--work", str(arguments.work)]
    steps = [
        ["teach_facts.py", "--data", str(arguments.data), "--pages", str(arguments.pages), *work],
        ["learn_phrases.py", *work],
        ["train_facts.py", "--data", str(arguments.data), "--phrases", str(arguments.work)],
    ]
    for script, *parameters in steps:
        command = [sys.executable, str(ROOT / "training/summary" / script), *parameters]
        subprocess.run([*command, *(["--smoke"] if arguments.smoke else [])], cwd=ROOT, env=os.environ | MEMORY, check=True)


if __name__ == "__main__":
    main()
