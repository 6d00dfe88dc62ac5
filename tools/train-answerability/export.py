"""
Writes a trained network as model.onnx with 8-bit weights, as the adapter reads it.

    python export.py NAME OUT FOLDER [BASE]

NAME and OUT as train.py wrote them, such as `soup out`; BASE as train.py was given it.
"""

import sys
from pathlib import Path

import torch
from answerability_network import ANSWERABILITY, AnswerabilityNetwork, initial_network, load_from_two
from network import Layer
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn
from train import DEFAULT_BASE

INPUTS = ["input_ids", "attention_mask", "token_type_ids"]
OPSET = 17


class TwoLogits(nn.Module):
    """Pairs × (0, log odds): the softmax of both gives the probability that the sentence answers."""

    def __init__(self, network: AnswerabilityNetwork):
        super().__init__()
        # Its name is part of the names in the graph: another would give another file from the shipped weights.
        self.n = network

    def forward(self, input_ids: Tensor, attention_mask: Tensor, token_type_ids: Tensor) -> Tensor:
        logits = self.n(input_ids, attention_mask, token_type_ids)
        odds = logits[:, ANSWERABILITY : ANSWERABILITY + 1]
        return torch.cat((torch.zeros_like(odds), odds), 1)


def main(name: str, source: Path, folder: Path, base: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    network = initial_network(base, block=Layer.__call__)
    # Only the pieces of words are missing: they are the base's own, and not saved. What is printed says so.
    print(network.load_state_dict(load_from_two(source, name), strict=False))
    export(network, folder / "float.onnx")
    quantize_dynamic(
        str(folder / "float.onnx"),
        str(folder / "model.onnx"),
        per_channel=True,
        reduce_range=True,
        weight_type=QuantType.QInt8,
    )
    print((folder / "model.onnx").stat().st_size)


def export(network: AnswerabilityNetwork, file: Path) -> None:
    """Any number of pairs, of any width up to the base's positions."""
    example = (
        torch.tensor([[1, 2, 3, 2, 3]]),
        torch.ones(1, 5, dtype=torch.int64),
        torch.tensor([[0, 0, 0, 1, 1]]),
    )
    torch.onnx.export(
        TwoLogits(network.float().eval()),
        example,
        str(file),
        input_names=INPUTS,
        output_names=["logits"],
        dynamic_axes={name: {0: "batch", 1: "sequence"} for name in INPUTS} | {"logits": {0: "batch"}},
        opset_version=OPSET,
        dynamo=False,
    )


if __name__ == "__main__":
    _, name, source, folder, *base = sys.argv
    main(name, Path(source), Path(folder), Path(base[0]) if base else DEFAULT_BASE)
