"""What scores of rows of packs.jsonl.gz are worth."""

from collections.abc import Callable, Sequence

import numpy
from pack_pairs import Row
from scoring import auroc

#: Pack, question, and of claims the draft.
Key = tuple
#: What a draft without claims is given: surely below any log odds that count.
NO_CLAIM = -9


def pack_report(rows: Sequence[Row], scores: numpy.ndarray) -> list[str]:
    """Figures in words: AUROC of first drafts, of candidates, and how often the best candidates hold the answer."""
    first = first_drafts(rows)
    judged = [index for index in first if rows[index]["y"] == 1 or not rows[index]["ans"]]
    claims = grouped(rows, "claim", "pack", "qid", "i")
    candidates = grouped(rows, "cand", "pack", "qid")

    def best_claim(index: int) -> float:
        row = rows[index]
        return max((scores[at] for at in claims.get((row["pack"], row["qid"], row["i"]), [])), default=NO_CLAIM)

    def own(index: int) -> float:
        return scores[index]

    def base(index: int) -> float:
        return rows[index]["base"]

    def labelled_auroc(indices: list[int], score_of: Callable[[int], float]) -> float:
        return auroc([score_of(index) for index in indices], [rows[index]["y"] for index in indices])

    answerable = {key: rows[indices[0]]["ans"] for key, indices in candidates.items()}
    best_candidates = [max(scores[index] for index in indices) for indices in candidates.values()]
    every_candidate = [index for indices in candidates.values() for index in indices]
    asked = [indices for key, indices in candidates.items() if answerable[key]]
    return [
        f"draft AUROC answers|unanswerable {labelled_auroc(judged, own):.3f} answers|rest {labelled_auroc(first, own):.3f}",
        f"max claim {labelled_auroc(judged, best_claim):.3f}",
        f"max cand answerable {auroc(best_candidates, list(answerable.values())):.3f}",
        f"cand {labelled_auroc(every_candidate, own):.3f}",
        f"hit@1 {hit_rate(rows, asked, own, 1):.3f} (base {hit_rate(rows, asked, base, 1):.3f})"
        f" @3 {hit_rate(rows, asked, own, 3):.3f} ({hit_rate(rows, asked, base, 3):.3f})",
    ]


def first_drafts(rows: Sequence[Row]) -> list[int]:
    """Indices of each question's first draft."""
    return [indices[0] for indices in grouped(rows, "draft", "pack", "qid").values()]


def grouped(rows: Sequence[Row], kind: str, *fields: str) -> dict[Key, list[int]]:
    """Indices of the rows of a kind by their fields, in the order of the rows."""
    groups: dict[Key, list[int]] = {}
    for index, row in enumerate(rows):
        if row["kind"] == kind:
            groups.setdefault(tuple(row[name] for name in fields), []).append(index)
    return groups


def hit_rate(
    rows: Sequence[Row], questions: list[list[int]], score_of: Callable[[int], float], depth: int
) -> float:
    """Share of questions, each given by its candidates, of which one of the best `depth` holds evidence."""
    return numpy.mean(
        [
            any(rows[index]["y"] == 1 for index in sorted(indices, key=lambda each: -score_of(each))[:depth])
            for indices in questions
        ]
    )
