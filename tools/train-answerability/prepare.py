"""
Writes what stage 1 reads besides invented pairs into data/: texts, their titles, questions that people asked, claims.

    python prepare.py FOLDER

FOLDER holds the data sets: dnd_srd_wiki, scifact, hotpotqa_200, musique_100, crd3 and grounding.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from asked_questions import halueval_pairs, hotpot_pairs, musique_pairs
from pair import Pair
from row_files import write_rows
from stored_texts import read_lines, titled_documents, titles_like_names, untitled_documents

#: Share of the claims of each set that are read.
CLAIM_SETS = {
    "fever_dev_pairs": 1,
    "fever_symmetric": 1,
    "fm2_train": 1,
    "conjnli_train": 0.5,
    "negnli_train": 1,
    "halueval_qa_train": 1,
    "summedits_sentences_train": 0.5,
    "scifact_train": 1,
    "synth_train": 0.7,
}
#: Of evidence, in characters.
LONGEST_EVIDENCE = 900


def main(folder: Path) -> None:
    rng = Random(3)
    documents = titled_documents(folder)
    hops, hops_found = musique_pairs(folder / "musique_100")
    questions = [
        *hotpot_pairs(folder / "hotpotqa_200" / "qa.jsonl"),
        *hops,
        *halueval_pairs(folder / "grounding" / "halueval_qa_train.jsonl", rng),
    ]
    sets = {
        "docs": documents,
        "loose": untitled_documents(folder),
        "qa": questions,
        "nli": list(claim_pairs(folder / "grounding", rng)),
        "names": titles_like_names(documents),
    }
    for name, rows in sets.items():
        write_rows(name, rows)
        print(name, len(rows))
    print(sum(pair.label for pair in questions), hops_found)


def claim_pairs(folder: Path, rng: Random) -> Iterator[Pair]:
    """Claims with evidence, for the network's second output."""
    for name, share in CLAIM_SETS.items():
        for row in read_lines(folder / f"{name}.jsonl"):
            if rng.random() < share and isinstance(row.get("evidence"), str):
                evidence = row["evidence"][:LONGEST_EVIDENCE]
                yield Pair(row["claim"], row.get("title", ""), "", "", evidence, int(row["supported"]))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
