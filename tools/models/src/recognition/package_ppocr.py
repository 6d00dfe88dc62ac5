"""Turns PP-OCRv6 small as RapidOCR publishes it into the packaged model: see README.md.

    python package_ppocr.py FOLDER_WITH_THE_TWO_NETWORKS libs/models/ppocr-v6-small

Writes detector.onnx, recogniser.onnx and alphabet.txt of PACKAGE/model, and their sizes and hashes where they stand: NOTICE.md and
src/ppocr-v6-small.model.ts.
"""

import argparse
import hashlib
import re
from pathlib import Path

import numpy as np
import onnx
from onnx import helper, numpy_helper

DETECTOR, RECOGNISER = "PP-OCRv6_det_small.onnx", "PP-OCRv6_rec_small.onnx"
#: Axis of a weight along which its output channels lie.
OUTPUT_AXIS = {"Conv": 0, "ConvTranspose": 1, "MatMul": -1}
#: Smaller weights stay in float32: they are a fiftieth of the file.
SMALLEST = 2048


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("source", type=Path)
    options.add_argument("package", type=Path)
    given = options.parse_args()
    folder = given.package / "model"
    detector, recogniser = (onnx.load(given.source / name) for name in (DETECTOR, RECOGNISER))
    alphabet = next(each.value for each in recogniser.metadata_props if each.key == "character")
    answer_with_best_signs(recogniser.graph)
    contents = {"alphabet.txt": alphabet.encode()}
    for name, model in (("detector.onnx", detector), ("recogniser.onnx", recogniser)):
        store_weights_as_bytes(model.graph)
        del model.metadata_props[:]
        onnx.checker.check_model(model)
        contents[name] = model.SerializeToString(deterministic=True)
    for name, content in contents.items():
        (folder / name).write_bytes(content)
        print(f"{name}: {len(content) / 1e6:.2f} MB")
    write_hashes(given.package, contents)


def store_weights_as_bytes(graph: onnx.GraphProto) -> None:
    """int8 per output channel. ONNX Runtime multiplies them out when it loads, so that the arithmetic is that of float32."""
    weights = {each.name: each for each in graph.initializer}
    first: list[onnx.NodeProto] = []
    for node in graph.node:
        weight = weights.get(node.input[1]) if node.op_type in OUTPUT_AXIS and len(node.input) > 1 else None
        values = None if weight is None else numpy_helper.to_array(weight)
        if values is None or values.size < SMALLEST:
            continue
        name = weight.name
        output = OUTPUT_AXIS[node.op_type] % values.ndim
        others = tuple(axis for axis in range(values.ndim) if axis != output)
        scale = np.abs(values).max(axis=others, keepdims=True) / 127
        scale[scale == 0] = 1
        whole = np.rint(values / scale).astype(np.int8)
        graph.initializer.remove(weight)
        graph.initializer.append(numpy_helper.from_array(whole, f"{name}.int8"))
        graph.initializer.append(numpy_helper.from_array(scale.astype(np.float32), f"{name}.scale"))
        first.append(helper.make_node("Cast", [f"{name}.int8"], [f"{name}.whole"], to=onnx.TensorProto.FLOAT))
        first.append(helper.make_node("Mul", [f"{name}.whole", f"{name}.scale"], [name]))
    rest = list(graph.node)
    del graph.node[:]
    graph.node.extend(first + rest)


def answer_with_best_signs(graph: onnx.GraphProto) -> None:
    """For each step the most probable sign and its probability, in place of those of all 18,710, which are megabytes a line."""
    [output] = graph.output
    graph.initializer.append(numpy_helper.from_array(np.array([1], np.int64), "one"))
    graph.node.append(helper.make_node("TopK", [output.name, "one"], ["probabilities", "signs"], axis=2))
    del graph.output[:]
    graph.output.extend(
        helper.make_tensor_value_info(name, kind, ["lines", "steps", 1])
        for name, kind in (("probabilities", onnx.TensorProto.FLOAT), ("signs", onnx.TensorProto.INT64))
    )


def write_hashes(package: Path, contents: dict[str, bytes]) -> None:
    described, noted = next(package.glob("src/*.model.ts")), package / "model" / "NOTICE.md"
    code, notice = described.read_text(), noted.read_text()
    for name, content in contents.items():
        digest, pattern = hashlib.sha256(content).hexdigest(), re.escape(name)
        code, places = re.subn(
            rf"(name: '{pattern}',\s*bytes: )[\d_]+(,\s*sha256: ')[0-9a-f]*'", rf"\g<1>{len(content):_}\g<2>{digest}'", code
        )
        notice, rows = re.subn(rf"(\| `{pattern}` \|.*\| )[0-9a-f]*( \|)", rf"\g<1>{digest}\g<2>", notice)
        if places != 1 or rows != 1:
            raise ValueError(f"{name} must stand once in {described.name} and once in NOTICE.md")
    described.write_text(code)
    noted.write_text(notice)


if __name__ == "__main__":
    main()
