"""Measures what products in int8 cost on this processor, in time and in precision.

    python measure.py MODEL_FOLDER TEXTS

TEXTS has a text a line. Compared with the network in floats are: model-int8.onnx as it runs here; the same sums added up
without overflow, as processors with VNNI do it; and weights of 7 bits, whose sums cannot overflow in 16 bits anywhere.
"""

import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from make_integer_network import IntegerNetwork
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer

# timed_session.py stands beside the folders of the artefacts.
sys.path.append(str(Path(__file__).parents[1]))
from timed_session import milliseconds, single_threaded  # noqa: E402

#: Pieces of the inputs that are timed: a chunk, a question.
TIMED = (200, 12)


class SevenBits(IntegerNetwork):
    """With weights that are rounded to 63 steps."""

    def multiply(self, node: onnx.NodeProto) -> None:
        weight = node.input[1]
        for name, change in ((f"{weight}_q", halved), (f"{weight}_s", lambda scales: scales * 2)):
            self.constant(name, change(numpy_helper.to_array(self.constants[name])))
        super().multiply(node)


def halved(integers: np.ndarray) -> np.ndarray:
    return np.clip(np.rint(integers / 2), -63, 63).astype(np.int8)


def without_overflow(model: onnx.ModelProto) -> onnx.ModelProto:
    """Products of integers as products of floats, whose sums are exact up to 2^24."""
    nodes: list[onnx.NodeProto] = []
    for node in model.graph.node:
        if node.op_type != "MatMulInteger":
            nodes.append(node)
            continue
        (values, weights, zero), (out,) = node.input, node.output
        floats = [f"{out}_{each}" for each in ("values", "weights", "zero")]
        for name, given in zip(floats, (values, weights, zero), strict=True):
            nodes.append(helper.make_node("Cast", [given], [name], to=TensorProto.FLOAT))
        nodes.append(helper.make_node("Sub", [floats[0], floats[2]], [f"{out}_centred"]))
        nodes.append(helper.make_node("MatMul", [f"{out}_centred", floats[1]], [f"{out}_product"]))
        nodes.append(helper.make_node("Cast", [f"{out}_product"], [out], to=TensorProto.INT32))
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    return model


def inputs_of(session: onnxruntime.InferenceSession, ids: list[int]) -> dict[str, np.ndarray]:
    given = np.array([ids], np.int64)
    inputs = {"input_ids": given, "attention_mask": np.ones_like(given), "token_type_ids": np.zeros_like(given)}
    return {each.name: inputs[each.name] for each in session.get_inputs()}


def vectors_of(session: onnxruntime.InferenceSession, texts: list[list[int]], pools_mean: bool) -> np.ndarray:
    states = [session.run(None, inputs_of(session, ids))[0][0] for ids in texts]
    vectors = np.array([each.mean(0) if pools_mean else each[0] for each in states])
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def time_of(session: onnxruntime.InferenceSession, pieces: int) -> float:
    return milliseconds(session, inputs_of(session, [3000] * pieces), runs=12)


def main(folder: Path, texts: Path) -> None:
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(512)
    encoded = [tokenizer.encode(line).ids for line in texts.read_text(encoding="utf8").splitlines() if line]
    pools_mean = folder.parent.name.startswith("all-minilm")
    original = (folder / "model.onnx").read_bytes()
    integers = IntegerNetwork(onnx.load_from_string(original)).rewrite()
    models = {
        "floats": original,
        "as it runs here": integers.SerializeToString(),
        "weights of 7 bits": SevenBits(onnx.load_from_string(original)).rewrite().SerializeToString(),
        "without overflow": without_overflow(integers).SerializeToString(),
    }
    exact = None
    for name, model in models.items():
        session = single_threaded(model)
        vectors = vectors_of(session, encoded, pools_mean)
        exact = vectors if exact is None else exact
        cosines = (vectors * exact).sum(1)
        times = ", ".join(f"{time_of(session, pieces):.1f} ms for {pieces} pieces" for pieces in TIMED)
        print(f"{name}: cosine to floats {cosines.mean():.4f}, least {cosines.min():.4f}; {times}", flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), Path(sys.argv[2]))
