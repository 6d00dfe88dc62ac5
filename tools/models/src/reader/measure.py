"""Measures a reader on one of the sets: exact match, F1, AUROC of answerable against not, right first spans."""

import argparse
import json
import math
import random
import re
import string
from collections import Counter
from pathlib import Path

import torch
from read_passages import loaded, readings
from reading_sets import NONE, SPAN, Encoder, stored_sets


def plain(text: str) -> list[str]:
    """SQuAD's normalisation: lower case, no punctuation, no articles."""
    text = "".join(each for each in text.lower() if each not in string.punctuation)
    return re.sub(r"\b(a|an|the)\b", " ", text).split()


def f1(given: str, expected: str) -> float:
    ours, theirs = plain(given), plain(expected)
    if not ours or not theirs:
        return float(ours == theirs)
    shared = sum((Counter(ours) & Counter(theirs)).values())
    return 2 * shared / (len(ours) + len(theirs))


def auroc(positive: list[float], negative: list[float]) -> float:
    """NaN where either is empty."""
    ranked = sorted([(x, 1) for x in positive] + [(x, 0) for x in negative])
    total, index = 0.0, 0
    while index < len(ranked):
        end = index
        while end < len(ranked) and ranked[end][0] == ranked[index][0]:
            end += 1
        rank = (index + 1 + end) / 2
        total += rank * sum(label for _, label in ranked[index:end])
        index = end
    n = len(positive)
    if not n or not negative:
        return math.nan
    return (total - n * (n + 1) / 2) / (n * len(negative))


def both(row: dict) -> float:
    """The score of the span and twice the log odds of the verdict."""
    return row["span"] + 2 * math.log(max(1e-6, math.expm1(row["verdict"])))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    for name in ("set", "weights", "base", "tokenizer"):
        options.add_argument(name, type=Path)
    options.add_argument("--questions", type=int, default=0, help="a random part of so many; 0 reads all")
    given = options.parse_args()
    torch.set_num_threads(2)
    asked = [each for each in stored_sets(given.set) if each.verdict in (NONE, SPAN)]
    if given.questions:
        asked = random.Random(1).sample(asked, min(given.questions, len(asked)))
    found = readings(loaded(given.weights, given.base), Encoder(given.tokenizer, 384), asked)
    rows = []
    for each, reading in zip(asked, found, strict=True):
        spans = reading["spans"]
        best = spans[0] if spans else (-99.0, 0, 0)
        text = each.passage[best[1] : best[2]]
        rows.append(
            {
                "answerable": bool(each.spans),
                "span": best[0],
                "verdict": -reading["verdict"][NONE],
                "f1": max((f1(text, answer) for answer in each.answers), default=0.0),
                "em": max((plain(text) == plain(answer) for answer in each.answers), default=False),
                "overlaps": any(a < best[2] and best[1] < b for a, b in each.spans),
            }
        )
    with_answer = [row for row in rows if row["answerable"]]
    without = [row for row in rows if not row["answerable"]]
    figures = {
        "n": len(rows),
        "f1Answerable": sum(row["f1"] for row in with_answer) / len(with_answer),
        "firstSpanRight": sum(row["overlaps"] for row in with_answer) / len(with_answer),
    }
    if without:
        for name in ("span", "verdict"):
            figures[f"auroc.{name}"] = auroc([row[name] for row in with_answer], [row[name] for row in without])
        figures["auroc.both"] = auroc([both(row) for row in with_answer], [both(row) for row in without])
        ranked = sorted(rows, key=lambda row: -row["span"])
        total, best, at = float(len(without)), float(len(without)), 0.0
        exact, best_exact = float(len(without)), float(len(without))
        for row in ranked:
            total += row["f1"] if row["answerable"] else -1
            exact += row["em"] if row["answerable"] else -1
            if total > best:
                best, at = total, row["span"]
            best_exact = max(best_exact, exact)
        figures |= {"bestF1": best / len(rows), "at": at, "bestEM": best_exact / len(rows)}
        figures["f1At0"] = sum((row["f1"] if row["answerable"] else 0) if row["span"] > 0 else (not row["answerable"]) for row in rows) / len(rows)
    print(json.dumps({name: round(value, 4) for name, value in figures.items()}))


if __name__ == "__main__":
    main()
