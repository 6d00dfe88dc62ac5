"""
Writes the drafts of collect.mjs with the answerability that networks say of them which have not seen their pack.

    python held_out_drafts.py SCORES.json.gz OUT.jsonl
"""

import gzip
import json
import sys
from pathlib import Path

DATA = Path(__file__).parent / "data"


def main(scores_file: str, out: str) -> None:
    with gzip.open(DATA / "packs.jsonl.gz", "rt") as file:
        rows = [json.loads(line) for line in file]
    with gzip.open(scores_file, "rt") as file:
        scores = json.load(file)["soup"]
    claims: dict[tuple, list[float]] = {}
    for row, score in zip(rows, scores):
        if row["kind"] == "claim":
            claims.setdefault((row["pack"], row["qid"], row["i"]), []).append(score)
    with open(out, "w") as file:
        for row, score in zip(rows, scores):
            if row["kind"] != "draft":
                continue
            best = max(claims.get((row["pack"], row["qid"], row["i"]), [score]))
            outcome = "answers" if row["y"] else "misses" if row["ans"] else "unanswerable"
            features = {**row["features"], "answerability": round((score + best) / 2, 3)}
            draft = {"pack": row["pack"], "questionId": row["qid"], "outcome": outcome, "features": features}
            file.write(json.dumps(draft) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
