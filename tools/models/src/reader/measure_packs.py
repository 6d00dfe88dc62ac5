"""
Measures a reader on questions of packs (the dump of collect.mjs), over the passages that search found: whether the first span is
in the evidence, how well answerable questions are told from others, and written answers from sentences beside the question.
"""

import argparse
import json
import math
from collections import defaultdict
from pathlib import Path

from measure import auroc
from pack_sets import READ, lines_of, questions_of, sentences_of, spans_in
from read_passages import loaded, readings
from reading_sets import MOST_PIECES, NONE, Asked, Encoder, headings_of


def score_of(reading: dict) -> float:
    """The score of the best span and twice the log odds that the passage answers."""
    if not reading["spans"]:
        return -99.0
    none = reading["verdict"][NONE]
    return reading["spans"][0][0] + 2 * (math.log(max(1e-9, -math.expm1(none))) - none)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    for name in ("dump", "weights", "base", "tokenizer"):
        options.add_argument(name, type=Path)
    options.add_argument("--packs", type=Path, nargs="+", required=True)
    given = options.parse_args()
    network, encoder = loaded(given.weights, given.base), Encoder(given.tokenizer, MOST_PIECES)
    records = [json.loads(line) for line in lines_of(given.dump)]
    total: dict[str, list[dict]] = defaultdict(list)
    for folder in given.packs:
        written = questions_of(folder)
        rows, tasks = [], []
        for record in records:
            if record["pack"] != folder.name:
                continue
            asked = written[record["question"]["id"]]
            rows.append({"asked": asked, "passages": record["passages"][:READ], "sentences": list(sentences_of(asked))})
            tasks += [Asked(asked["question"], headings_of(each), each["text"], NONE) for each in rows[-1]["passages"]]
            tasks += rows[-1]["sentences"]
        found = iter(readings(network, encoder, tasks))
        for row in rows:
            read = [(score_of(reading), reading, passage) for passage in row["passages"] for reading in [next(found)]]
            row["best"], reading, passage = max(read, key=lambda each: each[0], default=(-99.0, {"spans": []}, None))
            spans = spans_in(row["asked"], passage["text"]) if passage else None
            row["right"] = bool(reading["spans"]) and any(
                begin < reading["spans"][0][2] and reading["spans"][0][1] < end for begin, end in spans or []
            )
            row["possible"] = any(spans_in(row["asked"], each["text"]) for each in row["passages"])
            row["sentences"] = [(each.verdict != NONE, score_of(next(found))) for each in row["sentences"]]
        print(folder.name, json.dumps(figures(rows)), flush=True)
        total["all"] += rows
        for row in rows:
            total[row["asked"]["type"]].append(row)
    for name, rows in total.items():
        print(name, json.dumps(figures(rows)), flush=True)


def figures(rows: list[dict]) -> dict[str, float]:
    answerable = [row for row in rows if row["asked"]["evidence"]]
    without = [row for row in rows if not row["asked"]["evidence"]]
    sentences = [each for row in rows for each in row["sentences"]]
    made = {
        "n": len(answerable),
        "found": sum(row["possible"] for row in answerable) / len(answerable),
        "firstSpanRight": sum(row["right"] for row in answerable) / len(answerable),
        "auroc": auroc([row["best"] for row in answerable], [row["best"] for row in without]),
        "auroc.right": auroc(
            [row["best"] for row in answerable if row["right"]], [row["best"] for row in rows if not row["right"]]
        ),
    }
    if sentences:
        made["auroc.sentences"] = auroc(*([score for answers, score in sentences if answers == side] for side in (True, False)))
    return {name: round(value, 3) for name, value in made.items()}


if __name__ == "__main__":
    main()
