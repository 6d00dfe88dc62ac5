"""Writes a cross-encoder as a folder that the ONNX adapter reads."""

import json
import shutil
import tempfile
from pathlib import Path

import torch
from network import LABELS, CrossEncoder
from onnxruntime.quantization import QuantType, quantize_dynamic

OPSET = 17


def export(network: CrossEncoder, base: Path, out: Path) -> None:
    """
    model.onnx with 8-bit weights (and 8-bit arithmetic in matrix products), the tokeniser of the base, and a config.json
    that says which output is which.
    """
    out.mkdir(parents=True, exist_ok=True)
    config = json.loads((base / "config.json").read_text(encoding="utf8"))
    config["architectures"] = ["BertForSequenceClassification"]
    config["id2label"] = {str(index): label for index, label in enumerate(LABELS)}
    config["label2id"] = {label: index for index, label in enumerate(LABELS)}
    (out / "config.json").write_text(json.dumps(config, indent=2) + "\n", encoding="utf8")
    shutil.copyfile(base / "tokenizer.json", out / "tokenizer.json")
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "model.onnx"
        write_network(network, whole)
        # Seven bits: on processors without VNNI, sums of products of eight bits overflow 16 and are cut.
        quantize_dynamic(str(whole), str(out / "model.onnx"), per_channel=True, reduce_range=True, weight_type=QuantType.QInt8)


def write_network(network: CrossEncoder, path: Path) -> None:
    """In float32, with the names of inputs and output that BERT-like classifiers have."""
    example = torch.tensor([[1, 2, 3, 2, 3]]), torch.ones(1, 5, dtype=torch.int64), torch.tensor([[0, 0, 0, 1, 1]])
    names = ["input_ids", "attention_mask", "token_type_ids"]
    axes = {name: {0: "batch", 1: "sequence"} for name in names} | {"logits": {0: "batch"}}
    torch.onnx.export(
        network.float().eval(),
        example,
        str(path),
        input_names=names,
        output_names=["logits"],
        dynamic_axes=axes,
        opset_version=OPSET,
        dynamo=False,
    )
