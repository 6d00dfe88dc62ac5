"""Writes the reader as an ONNX graph whose weights are int8 and whose products are computed in int8."""

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor

HEADS = 12
#: Largest magnitude of a weight in steps. ONNX Runtime adds pairs of products in 16 bits on processors without
#: instructions for products of bytes (AVX2): 2 x 255 x 64 is the largest sum that does not overflow there.
WEIGHT_STEPS = {7: 63, 8: 127}
#: Lowest value of GELU is -0.16997, at -0.7518: behind a GELU the range of a row begins there.
GELU_FLOOR = 0.17
#: Added to the attention that padding gets, as in reader_network.py.
MASKED = -10_000.0
OPSETS = (("", 20), ("com.microsoft", 1))


class IntegerReader:
    """
    The graph of Reader (reader_network.py), node by node. Each row of an input, which is one piece of a word, is brought to 8
    bits by its own largest value, so that a text's result does not depend on the texts beside it, nor on padding.
    """

    def __init__(self, weights: dict[str, Tensor], weight_bits: int = 7, float_products: bool = False):
        """
        weights: state of Reader, float32. weight_bits: 7 is the same on every processor; 8 is nearer to float32.
        float_products: weights stay int8 in the file and are brought back to float32 when it is loaded.
        """
        self.weights = {name: value.float().numpy() for name, value in weights.items()}
        self.size = self.weights["words.weight"].shape[1]
        self.layers = 1 + max(int(name.split(".")[1]) for name in self.weights if name.startswith("layers."))
        self.steps = WEIGHT_STEPS[weight_bits]
        self.float_products = float_products
        self.nodes: list[onnx.NodeProto] = []
        self.constants: dict[str, onnx.TensorProto] = {}

    def build(self) -> onnx.ModelProto:
        states = self.embedded()
        bias = self.attention_bias()
        for index in range(self.layers):
            states = self.layer(f"layers.{index}", states, bias)
        spans = self.node("MatMul", [states, self.constant("span.weight", self.weights["span.weight"].T)])
        self.node("Add", [spans, self.constant("span.bias", self.weights["span.bias"])], "span_logits")
        first = self.node("Gather", [states, self.constant("first", np.int64(0))], axis=1)
        pooled = self.node("Tanh", [self.small_linear(first, "pool")])
        self.small_linear(pooled, "verdict", "verdict_logits")

        inputs = [
            helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "pieces"])
            for name in ("input_ids", "attention_mask", "token_type_ids")
        ]
        outputs = [
            helper.make_tensor_value_info("span_logits", TensorProto.FLOAT, ["batch", "pieces", 2]),
            helper.make_tensor_value_info("verdict_logits", TensorProto.FLOAT, ["batch", 4]),
        ]
        graph = helper.make_graph(self.nodes, "reader", inputs, outputs, list(self.constants.values()))
        opsets = [helper.make_opsetid(domain, version) for domain, version in OPSETS]
        model = helper.make_model(graph, opset_imports=opsets, ir_version=9, producer_name="arbiter-train-reader")
        onnx.checker.check_model(model)
        return model

    def embedded(self) -> str:
        """Word vectors are int8 with a scale of their own each."""
        vectors = self.weights["words.weight"]
        scales = np.abs(vectors).max(1, keepdims=True) / WEIGHT_STEPS[8]
        integers = self.constant("words.integers", rounded(vectors, scales, WEIGHT_STEPS[8]))
        words = self.node("Cast", [self.node("Gather", [integers, "input_ids"])], to=TensorProto.FLOAT)
        scale = self.node("Gather", [self.constant("words.scales", scales), "input_ids"])
        words = self.node("Mul", [words, scale])
        length = self.node("Shape", ["input_ids"], start=1, end=2)
        table = self.constant("positions.weight", self.weights["positions.weight"].astype(np.float16))
        start = self.constant("from_first", np.array([0], np.int64))
        positions = self.node("Cast", [self.node("Slice", [table, start, length])], to=TensorProto.FLOAT)
        types = self.node("Gather", [self.constant("types.weight", self.weights["types.weight"]), "token_type_ids"])
        summed = self.node("Add", [self.node("Add", [words, positions]), types])
        return self.normalised(summed, "norm")

    def attention_bias(self) -> str:
        """batch x 1 x 1 x pieces."""
        mask = self.node("Cast", ["attention_mask"], to=TensorProto.FLOAT)
        padding = self.node("Sub", [self.constant("one", np.float32(1)), mask])
        bias = self.node("Mul", [padding, self.constant("masked", np.float32(MASKED))])
        return self.node("Unsqueeze", [bias, self.constant("of_heads", np.array([1, 2], np.int64))])

    def layer(self, name: str, states: str, bias: str) -> str:
        attended = self.linear(self.attention(name, self.linear(states, f"{name}.qkv"), bias), f"{name}.attended")
        states = self.normalised(self.node("Add", [attended, states]), f"{name}.attended_norm")
        widened = self.node("Gelu", [self.linear(states, f"{name}.widened")])
        narrowed = self.linear(widened, f"{name}.narrowed", behind_gelu=True)
        return self.normalised(self.node("Add", [narrowed, states]), f"{name}.narrowed_norm")

    def attention(self, name: str, joined: str, bias: str) -> str:
        sizes = self.constant("sizes", np.array([self.size] * 3, np.int64))
        parts = [f"{name}.{part}" for part in ("query", "key", "value")]
        self.nodes.append(helper.make_node("Split", [joined, sizes], parts, name=f"{name}.split", axis=-1))
        by_head = self.constant("by_head", np.array([0, 0, HEADS, self.size // HEADS], np.int64))
        orders = ([0, 2, 1, 3], [0, 2, 3, 1], [0, 2, 1, 3])
        query, key, value = (
            self.node("Transpose", [self.node("Reshape", [part, by_head])], perm=order)
            for part, order in zip(parts, orders, strict=True)
        )
        scale = self.constant("scale", np.float32((self.size // HEADS) ** -0.5))
        scores = self.node("Add", [self.node("MatMul", [self.node("Mul", [query, scale]), key]), bias])
        mixed = self.node("MatMul", [self.node("Softmax", [scores], axis=-1), value])
        whole = self.constant("whole", np.array([0, 0, self.size], np.int64))
        return self.node("Reshape", [self.node("Transpose", [mixed], perm=[0, 2, 1, 3]), whole])

    def normalised(self, x: str, norm: str) -> str:
        """
        Layer normalisation as gain * root(size) * c / |c| + bias, c = x - mean: of operators that use vectors, and a third
        faster in ONNX Runtime 1.30 than its own. The epsilon of 1e-12 is below the precision of the variances.
        """
        centred = self.node("Sub", [x, self.node("ReduceMean", [x, self.last_axis()], keepdims=1)])
        length = self.node("ReduceL2", [centred, self.last_axis()], keepdims=1)
        root = self.constant("root_of_size", np.float32(self.size**0.5))
        scaled = self.node("Mul", [centred, self.node("Div", [root, length])])
        gained = self.node("Mul", [scaled, self.constant(f"{norm}.weight", self.weights[f"{norm}.weight"])])
        return self.node("Add", [gained, self.constant(f"{norm}.bias", self.weights[f"{norm}.bias"])])

    def linear(self, x: str, name: str, behind_gelu: bool = False) -> str:
        """x @ w + bias: int8 weights of input x output with a scale for each output."""
        matrix, bias = self.weights[f"{name}.weight"].T, self.weights[f"{name}.bias"]
        steps = WEIGHT_STEPS[8] if self.float_products else self.steps
        scales = (np.abs(matrix).max(0) / steps).astype(np.float32)
        integers = rounded(matrix, scales, steps)
        stored = [self.constant(f"{name}.integers", integers), self.constant(f"{name}.scales", scales)]
        if self.float_products:
            product = self.node("MatMul", [x, self.node("DequantizeLinear", stored, axis=1)])
        else:
            if behind_gelu:
                bias = bias - GELU_FLOOR * (integers.astype(np.float64) * scales).sum(0)
            product = self.integer_product(x, *stored, behind_gelu)
        return self.node("Add", [product, self.constant(f"{name}.bias", bias.astype(np.float32))])

    def integer_product(self, x: str, integers: str, scales: str, behind_gelu: bool) -> str:
        """Rows of x as uint8: around 128, or, behind a GELU, from its lowest value on, in steps half as large."""
        if behind_gelu:
            shifted = self.node("Add", [x, self.constant("gelu_floor", np.float32(GELU_FLOOR))])
            magnitude, steps, zero = shifted, np.float32(255), np.uint8(0)
        else:
            shifted, magnitude, steps, zero = x, self.node("Abs", [x]), np.float32(127), np.uint8(128)
        most, zero = self.constant(f"steps_{steps:.0f}", steps), self.constant(f"zero_{zero}", zero)
        one = self.constant("one", np.float32(1))
        largest = self.node("ReduceMax", [magnitude, self.last_axis()], keepdims=1)
        in_steps = self.node("Mul", [shifted, self.node("Div", [most, largest])])
        quantised = self.node("QuantizeLinear", [in_steps, one, zero])
        operands = [quantised, integers, one, scales, zero]
        product = self.node("MatMulIntegerToFloat", operands, domain="com.microsoft")
        return self.node("Mul", [product, self.node("Div", [largest, most])])

    def small_linear(self, x: str, name: str, output: str = "") -> str:
        operands = [self.constant(f"{name}.{part}", self.weights[f"{name}.{part}"]) for part in ("weight", "bias")]
        return self.node("Gemm", [x, *operands], output, transB=1)

    def last_axis(self) -> str:
        return self.constant("last_axis", np.array([-1], np.int64))

    def constant(self, name: str, value: np.ndarray) -> str:
        self.constants.setdefault(name, numpy_helper.from_array(np.ascontiguousarray(value).reshape(np.shape(value)), name))
        return name

    def node(self, operator: str, inputs: list[str], output: str = "", domain: str = "", **attributes: object) -> str:
        output = output or f"{operator}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(operator, inputs, [output], output, domain=domain, **attributes))
        return output


def rounded(values: np.ndarray, scales: np.ndarray, steps: int) -> np.ndarray:
    return np.clip(np.rint(values / scales), -steps, steps).astype(np.int8)
