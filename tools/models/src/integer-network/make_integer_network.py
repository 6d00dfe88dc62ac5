"""Rewrites a network whose weights are int8 so that its products are computed in int8 as well.

    python make_integer_network.py MODEL_FOLDER

Reads MODEL_FOLDER/model.onnx: a BERT-like encoder whose weight `w` is stored as `w_q` (int8, input x output, symmetric)
times `w_s` (float32, one number per output), and multiplied by `MatMul(x, w)`. Writes MODEL_FOLDER/model-int8.onnx,
which holds the graph alone: weights are read from model.onnx, by offset (external data of ONNX).

Each row of an input, which is one token, is brought to 8 bits by its own largest value, so that what a text becomes does
not depend on the texts beside it. What comes out of a GELU is never below -0.17: there the range begins at -0.17 instead
of at minus the largest value, which makes its steps half as large, and the constant goes into the bias.
"""

import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

# Lowest value of GELU, -0.16997 at -0.7518.
GELU_FLOOR = 0.17
# Smaller constants stay in the file.
EXTERNAL_FROM_BYTES = 65_536


class IntegerNetwork:
    def __init__(self, model: onnx.ModelProto) -> None:
        self.model = model
        self.constants = {tensor.name: tensor for tensor in model.graph.initializer}
        self.producers = {name: node for node in model.graph.node for name in node.output}
        self.nodes: list[onnx.NodeProto] = []
        self.quantised: dict[str, tuple[str, str, str]] = {}

    def rewrite(self) -> onnx.ModelProto:
        for name, value in {
            "one_step": np.float32(1),
            "steps_signed": np.float32(127),
            "steps_unsigned": np.float32(255),
            "zero_signed": np.uint8(128),
            "zero_unsigned": np.uint8(0),
            "gelu_floor": np.float32(GELU_FLOOR),
        }.items():
            self.constant(name, value)
        for node in list(self.model.graph.node):
            if self.is_weight(node.output[0]):
                continue
            if node.op_type == "MatMul" and self.is_weight(node.input[1]):
                self.multiply(node)
            else:
                self.nodes.append(node)
        graph = self.model.graph
        del graph.node[:]
        graph.node.extend(self.nodes)
        used = {name for node in self.nodes for name in node.input}
        del graph.initializer[:]
        graph.initializer.extend(tensor for name, tensor in self.constants.items() if name in used)
        onnx.checker.check_model(self.model)
        return self.model

    def is_weight(self, name: str) -> bool:
        """Whether a value is made of `_q` and `_s` alone: the weight itself, or (`_c`) the float form of its integers."""
        return name in self.producers and f"{name.removesuffix('_c')}_q" in self.constants

    def multiply(self, node: onnx.NodeProto) -> None:
        """y = x @ w, as (q @ w_q) * w_s * step, with x = q * step in each row."""
        (x, w), (y,) = node.input, node.output
        above_floor = self.follows_gelu(x)
        quantised, step, zero = self.quantise(x, above_floor)
        scales = numpy_helper.to_array(self.constants[f"{w}_s"]).reshape(-1)
        self.constant(f"{w}_scales", scales)
        if above_floor:
            integers = numpy_helper.to_array(self.constants[f"{w}_q"]).astype(np.float64)
            self.lower_bias(y, GELU_FLOOR * (integers * scales).sum(0))
        self.add("MatMulInteger", [quantised, f"{w}_q", zero], f"{y}_integers")
        self.add("Cast", [f"{y}_integers"], f"{y}_floats", to=TensorProto.FLOAT)
        self.add("Mul", [f"{y}_floats", f"{w}_scales"], f"{y}_scaled")
        self.add("Mul", [f"{y}_scaled", step], y)

    def quantise(self, x: str, above_floor: bool) -> tuple[str, str, str]:
        """Names of x as uint8, of the step of each of its rows, and of the zero point."""
        if x in self.quantised:
            return self.quantised[x]
        steps, zero = ("steps_unsigned", "zero_unsigned") if above_floor else ("steps_signed", "zero_signed")
        shifted, magnitude = x, f"{x}_magnitude"
        if above_floor:
            shifted = magnitude = f"{x}_shifted"
            self.add("Add", [x, "gelu_floor"], shifted)
        else:
            self.add("Abs", [x], magnitude)
        self.add("ReduceMax", [magnitude], f"{x}_largest", axes=[-1], keepdims=1)
        self.add("Div", [steps, f"{x}_largest"], f"{x}_per_step")
        self.add("Mul", [shifted, f"{x}_per_step"], f"{x}_steps")
        self.add("QuantizeLinear", [f"{x}_steps", "one_step", zero], f"{x}_uint8")
        self.add("Div", [f"{x}_largest", steps], f"{x}_step")
        self.quantised[x] = (f"{x}_uint8", f"{x}_step", zero)
        return self.quantised[x]

    def follows_gelu(self, x: str) -> bool:
        """GELU is written as x * (1 + erf(x / sqrt 2)) * 0.5."""
        half = self.producers.get(x)
        product = half and half.op_type == "Mul" and self.producers.get(half.input[0])
        inputs = [self.producers.get(name) for name in product.input] if product else []
        sums = [node for node in inputs if node and node.op_type == "Add"]
        return any((inner := self.producers.get(name)) and inner.op_type == "Erf" for node in sums for name in node.input)

    def lower_bias(self, product: str, by: np.ndarray) -> None:
        consumer = next(node for node in self.model.graph.node if product in node.input)
        name = next(name for name in consumer.input if name in self.constants)
        bias = numpy_helper.to_array(self.constants[name])
        self.constant(name, (bias - by).astype(np.float32))

    def constant(self, name: str, value: np.ndarray) -> None:
        self.constants[name] = numpy_helper.from_array(np.asarray(value), name)

    def add(self, operator: str, inputs: list[str], output: str, **attributes: object) -> None:
        self.nodes.append(helper.make_node(operator, inputs, [output], **attributes))


def refer_to(model: onnx.ModelProto, original: bytes, location: str) -> None:
    """Replaces large constants by the place where the original file holds the same bytes."""
    for tensor in model.graph.initializer:
        content = tensor.raw_data
        if len(content) < EXTERNAL_FROM_BYTES:
            continue
        offset = original.find(content)
        if offset < 0:
            raise ValueError(f"{tensor.name} is large, and not in {location}")
        tensor.ClearField("raw_data")
        tensor.data_location = TensorProto.EXTERNAL
        for key, value in (("location", location), ("offset", offset), ("length", len(content))):
            entry = tensor.external_data.add()
            entry.key, entry.value = key, str(value)


def main(folder: Path) -> None:
    original = (folder / "model.onnx").read_bytes()
    model = IntegerNetwork(onnx.load_from_string(original)).rewrite()
    model.producer_name = "arbiter-integer-network"
    refer_to(model, original, "model.onnx")
    (folder / "model-int8.onnx").write_bytes(model.SerializeToString(deterministic=True))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
