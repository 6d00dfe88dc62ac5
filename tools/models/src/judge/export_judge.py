"""Turns trained weights into the packaged model: see README.md.

    python export_judge.py STATE PACKAGE

STATE is what train_judge.py saved, PACKAGE libs/models/judge-bge-small. Writes model.onnx and config.json of PACKAGE/model, and the
sizes and hashes of its files wherever they stand.
"""

import argparse
import json
import sys
from pathlib import Path

import torch
from train_judge import MOST_PIECES, QUESTION_PIECES, TEXT_PIECES

sys.path.append(str(Path(__file__).parents[1] / "reader"))
from export import configuration, write_hashes  # noqa: E402
from integer_reader import IntegerReader  # noqa: E402
from reader_network import Reader  # noqa: E402


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("state", type=Path)
    options.add_argument("package", type=Path)
    given = options.parse_args()
    network = Reader()
    network.load_state_dict({name: value.float() for name, value in torch.load(given.state, map_location="cpu").items()})
    folder = given.package / "model"
    model = IntegerReader(network.eval().state_dict()).build().SerializeToString(deterministic=True)
    (folder / "model.onnx").write_bytes(model)
    limits = {"pieces": MOST_PIECES, "question_pieces": QUESTION_PIECES, "heading_pieces": TEXT_PIECES}
    (folder / "config.json").write_text(json.dumps({**configuration(network), "reading": limits}, indent=2) + "\n")
    write_hashes(given.package)
    print(f"model.onnx: {len(model) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
