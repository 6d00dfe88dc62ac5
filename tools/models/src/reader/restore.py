"""
Brings the packaged model back to weights that training can go on from: see README.md.

    python restore.py MODEL STATE

MODEL is model.onnx of libs/models/reader-bge-small; STATE is written as train.py saves it, with the word vectors, so that it
serves as BASE and as --start. Weights were rounded to 7 bits when they were exported, and stay so.
"""

import argparse
from pathlib import Path

import numpy as np
import onnx
import torch
from integer_reader import GELU_FLOOR
from onnx import numpy_helper

#: Layers whose input comes from a GELU: export.py took its lowest value out of their bias.
BEHIND_GELU = ".narrowed"


def restored(path: Path) -> dict[str, torch.Tensor]:
    """The state of Reader (reader_network.py), float32, by the names that IntegerReader gave its constants."""
    stored = {each.name: numpy_helper.to_array(each) for each in onnx.load(path).graph.initializer}
    state: dict[str, np.ndarray] = {}
    for name, value in stored.items():
        if name.endswith(".integers"):
            layer = name.removesuffix(".integers")
            matrix = value.astype(np.float32) * stored[f"{layer}.scales"]
            # Word vectors have a scale each, matrices one for each output, and the graph multiplies from the right.
            state[f"{layer}.weight"] = matrix if layer == "words" else matrix.T
            if layer.endswith(BEHIND_GELU):
                state[f"{layer}.bias"] = stored[f"{layer}.bias"] + GELU_FLOOR * matrix.sum(0)
        elif name == "span.weight":
            state[name] = value.T
        elif name.endswith((".weight", ".bias")):
            state.setdefault(name, value.astype(np.float32))
    return {name: torch.from_numpy(np.ascontiguousarray(value, np.float32)) for name, value in state.items()}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("model", type=Path)
    options.add_argument("state", type=Path)
    given = options.parse_args()
    torch.save(restored(given.model), given.state)


if __name__ == "__main__":
    main()
