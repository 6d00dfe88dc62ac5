"""Turns trained weights into the packaged model: see README.md.

    python export.py STATE BASE PACKAGE [--measure DATA]

STATE is what train.py saved, BASE the full-precision model.onnx that it began with, PACKAGE libs/models/reader-bge-small.
Writes model.onnx, config.json and reference-readings.json of PACKAGE/model, and the sizes and hashes of its files wherever
they stand: arbiter-model.json, NOTICE.md and src/reader-bge-small.model.ts.
"""

import argparse
import hashlib
import json
import random
import re
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from integer_reader import IntegerReader
from reader_network import Reader, base_weights
from reading_sets import HEADING_PIECES, MOST_PIECES, QUESTION_PIECES, Asked, Encoder, Pieces, stored_sets
from reference_tasks import TASKS

# timed_session.py stands beside the folders of the artefacts.
sys.path.append(str(Path(__file__).parents[1]))
from timed_session import milliseconds, single_threaded  # noqa: E402

LONGEST_SPAN_PIECES = 40
SPANS = 3
LOCKED = ("model.onnx", "tokenizer.json", "config.json")
VERDICTS = ("none", "span", "yes", "no")
#: Questions that --measure compares both networks on, and the length of the input that it times.
COMPARED, TIMED_PIECES = 200, 218


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("state", type=Path)
    options.add_argument("base", type=Path)
    options.add_argument("package", type=Path)
    options.add_argument("--weight-bits", type=int, choices=(7, 8), default=7, help="7: the same on every processor")
    options.add_argument("--measure", type=Path, help="folder of data/reading: compare with full precision, and time")
    given = options.parse_args()
    folder = given.package / "model"
    network = trained(given.state, given.base)
    encoder = Encoder(folder / "tokenizer.json", MOST_PIECES)

    model = IntegerReader(network.state_dict(), given.weight_bits).build().SerializeToString(deterministic=True)
    (folder / "model.onnx").write_bytes(model)
    (folder / "config.json").write_text(json.dumps(configuration(network), indent=2) + "\n")
    readings = [reference_reading(network, encoder, *task) for task in TASKS]
    (folder / "reference-readings.json").write_text(json.dumps(readings, indent=1, ensure_ascii=True) + "\n")
    write_hashes(given.package)
    print(f"model.onnx: {len(model) / 1e6:.1f} MB")
    if given.measure:
        measure(network, encoder, given.measure)


def trained(state: Path, base: Path) -> Reader:
    """Word vectors were not trained: they are those of the base."""
    weights = {name: value.float() for name, value in torch.load(state, map_location="cpu").items()}
    layers = 1 + max(int(name.split(".")[1]) for name in weights if name.startswith("layers."))
    network = Reader(layers)
    network.load_state_dict({**weights, "words.weight": base_weights(base, layers)["words.weight"]})
    return network.eval()


def configuration(network: Reader) -> dict:
    return {
        "model_type": "bert",
        "hidden_size": network.words.weight.shape[1],
        "num_hidden_layers": len(network.layers),
        "max_position_embeddings": network.positions.weight.shape[0],
        "vocab_size": network.words.weight.shape[0],
        "reading": {"pieces": MOST_PIECES, "question_pieces": QUESTION_PIECES, "heading_pieces": HEADING_PIECES},
    }


@dataclass(frozen=True)
class Span:
    """Pieces of the passage, both inclusive, and the log odds against nothing."""

    first: int
    last: int
    score: float


def best_spans(logits: np.ndarray, first: int, pieces: int) -> list[Span]:
    """logits: pieces of the input x 2. Best first, no two with a piece in common."""
    start, end = logits[first : first + pieces, 0], logits[first : first + pieces, 1]
    nothing = logits[0].sum()
    free = np.ones(pieces, bool)
    found: list[Span] = []
    while len(found) < SPANS:
        candidates = [
            (start[i] + end[j] - nothing, -i, -j)
            for i in range(pieces)
            for j in range(i, min(i + LONGEST_SPAN_PIECES, pieces))
            if free[i : j + 1].all()
        ]
        if not candidates:
            break
        score, i, j = max(candidates)
        found.append(Span(-i, -j, float(score)))
        free[-i : -j + 1] = False
    return found


def reference_reading(network: Reader, encoder: Encoder, question: str, headings: str, passage: str) -> dict:
    """What the network says in full precision; offsets in UTF-16 code units."""
    [pieces] = encoder.encode([Asked(question, headings, passage, verdict=0)])
    offsets = encoder.tokenizer.encode(passage, add_special_tokens=False).offsets
    if pieces.length < len(offsets):
        raise ValueError(f"the passage of {question!r} does not fit into one window")
    spans, verdict = full_precision(network, pieces)
    shares = np.exp(verdict - verdict.max())
    return {
        "question": question,
        "headings": headings,
        "passage": passage,
        "ids": [int(each) for each in pieces.ids],
        "types": [int(each) for each in pieces.types],
        "spans": [
            {
                "start": utf16(passage, offsets[span.first][0]),
                "end": utf16(passage, offsets[span.last][1]),
                "text": passage[offsets[span.first][0] : offsets[span.last][1]],
                "score": round(span.score, 4),
            }
            for span in best_spans(spans, pieces.first, pieces.length)
        ],
        "verdict": dict(zip(VERDICTS, (round(float(each), 4) for each in shares / shares.sum()), strict=True)),
    }


def utf16(text: str, code_points: int) -> int:
    return len(text[:code_points].encode("utf-16-le")) // 2


def inputs_of(pieces: Pieces) -> dict[str, np.ndarray]:
    ids, types = (np.array([list(each)], np.int64) for each in (pieces.ids, pieces.types))
    return {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": types}


def full_precision(network: Reader, pieces: Pieces) -> tuple[np.ndarray, np.ndarray]:
    with torch.inference_mode():
        spans, verdict = network(*(torch.from_numpy(each) for each in inputs_of(pieces).values()))
    return spans[0].numpy(), verdict[0].numpy()


def write_hashes(package: Path) -> None:
    folder = package / "model"
    contents = {name: (folder / name).read_bytes() for name in LOCKED}
    files = [
        {"name": name, "bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        for name, content in contents.items()
    ]
    lock = {"name": package.name, "files": files}
    (folder / "arbiter-model.json").write_text(json.dumps(lock, indent=2) + "\n")
    described = next(package.glob("src/*.model.ts"))
    code, notice = described.read_text(), (folder / "NOTICE.md").read_text()
    for each in files:
        name = re.escape(each["name"])
        code, places = re.subn(
            rf"(name: '{name}',\s*bytes: )[\d_]+(,\s*sha256: ')[0-9a-f]*'", rf"\g<1>{each['bytes']:_}\g<2>{each['sha256']}'", code
        )
        notice, rows = re.subn(rf"(\| `{name}` \|.*\| )[0-9a-f]*( \|)", rf"\g<1>{each['sha256']}\g<2>", notice)
        if places != 1 or rows != 1:
            raise ValueError(f"{each['name']} must stand once in {described.name} and once in NOTICE.md")
    described.write_text(code)
    (folder / "NOTICE.md").write_text(notice)


def measure(network: Reader, encoder: Encoder, data: Path) -> None:
    """Against float32: of int8 products with weights of 7 and of 8 bits, and of int8 weights alone."""
    torch.set_num_threads(1)
    asked = list(stored_sets(data / "squad2-dev.jsonl.gz"))
    random.Random(3).shuffle(asked)
    examples = encoder.encode(asked[:COMPARED])
    exact = [full_precision(network, each) for each in examples]
    for name, given in (
        ("int8 products, 7-bit weights", {"weight_bits": 7}),
        ("int8 products, 8-bit weights", {"weight_bits": 8}),
        ("int8 weights, float products", {"float_products": True}),
    ):
        model = IntegerReader(network.state_dict(), **given).build().SerializeToString()
        session = single_threaded(model)
        read = [[out[0] for out in session.run(None, inputs_of(each))] for each in examples]
        print(f"{name}: {comparison(examples, exact, read)}, {time_of(session):.1f} ms of a core", flush=True)


def comparison(examples: list[Pieces], exact: list, read: list) -> str:
    differences = np.mean([np.abs(one[0] - other[0]).mean() for one, other in zip(exact, read, strict=True)])
    same, overlapping, score, side = [], [], [], []
    for each, (one, _), (other, _) in zip(examples, exact, read, strict=True):
        a, b = (best_spans(logits, each.first, each.length)[0] for logits in (one, other))
        same.append((a.first, a.last) == (b.first, b.last))
        overlapping.append(a.first <= b.last and b.first <= a.last)
        score.append(abs(a.score - b.score))
        side.append((a.score > 0) == (b.score > 0))
    return (
        f"logits differ by {differences:.3f}, best scores by {np.mean(score):.3f}, same best span {np.mean(same):.3f}, "
        f"overlapping {np.mean(overlapping):.3f}, same side of 0 {np.mean(side):.3f}"
    )


def time_of(session: onnxruntime.InferenceSession) -> float:
    ids = np.full((1, TIMED_PIECES), 3000, np.int64)
    inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.ones_like(ids)}
    return milliseconds(session, inputs, runs=20)


if __name__ == "__main__":
    main()
