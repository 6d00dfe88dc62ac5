"""What the two stages learn from, whole or as a sample for a smoke test."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from answerability_network import ANSWERABILITY, ENTAILMENT
from fine_tuning import Examples
from generate import Job, generate
from pack_pairs import Row
from pair import Pair
from pair_encoding import Encoded, PairEncoder
from row_files import read_rows

#: Questions that people asked are few: each is read so many times, now with, now without what stands before.
REAL_QUESTION_COPIES = 6
#: Share of answering sentences that are put together with the one before, as a draft has them.
SHARE_OF_MERGED = 0.15
MERGE_SEED = 5
#: Packs are left out in so many groups.
FOLDS = 7
#: What a question that people asked counts in stage 2, where an ordinary row counts 1.
REAL_QUESTION_WEIGHT = 0.5


@dataclass(frozen=True)
class Size:
    """How much is read. None: all."""

    attribute_pairs: int
    event_pairs: int
    cloze_jobs: int
    cloze_per_document: int
    invented: int | None = None
    read: int | None = None
    pack_rows: int | None = None


JOBS = 16
FULL = Size(attribute_pairs=16000, event_pairs=5000, cloze_jobs=JOBS, cloze_per_document=10)
#: Shows in a minute on a CPU that all parts run; its figures say nothing.
SMOKE = Size(
    attribute_pairs=72, event_pairs=28, cloze_jobs=2, cloze_per_document=1, invented=64, read=50, pack_rows=240
)
SMOKE_PACKS = ("lantern-coast", "heron-payments")


def jobs_of(size: Size) -> list[Job]:
    return [
        *(Job("attribute", size.attribute_pairs, 100 + index) for index in range(JOBS)),
        *(Job("event", size.event_pairs, 200 + index) for index in range(JOBS)),
        *(Job("cloze", size.cloze_per_document, 300 + index) for index in range(size.cloze_jobs)),
    ]


@dataclass(frozen=True)
class StageOnePairs:
    #: For ANSWERABILITY: invented ones, and questions that people asked.
    questions: list[Pair]
    #: Questions that people asked, once: stage 2 sees them again.
    real: list[Pair]
    #: For ENTAILMENT.
    claims: list[Pair]
    #: How many of each kind, to be reported.
    counts: dict[str, int]


def stage_one_pairs(size: Size) -> StageOnePairs:
    """Generates with one process per processor."""
    invented = generate(jobs_of(size), os.cpu_count())
    real = [Pair(*row) for row in read_rows("qa")][: size.read]
    claims = [Pair(*row) for row in read_rows("nli")][: size.read]
    counts = {kind: len(pairs) for kind, pairs in invented.items()} | {"qa": len(real), "nli": len(claims)}
    rng = Random(MERGE_SEED)
    sources = [*(invented[kind][: size.invented] for kind in ("attribute", "event", "cloze")), real * REAL_QUESTION_COPIES]
    questions = [pair for source in sources for pair in some_merged(source, rng)]
    return StageOnePairs(questions, real, claims, counts)


def some_merged(pairs: Sequence[Pair], rng: Random) -> list[Pair]:
    """The same pairs, some sentences together with the one before."""
    return [
        pair._replace(before="", sentence=f"{pair.before} {pair.sentence}")
        if pair.before and pair.label and rng.random() < SHARE_OF_MERGED
        else pair
        for pair in pairs
    ]


def stage_one_examples(pairs: StageOnePairs, encoder: PairEncoder) -> Examples:
    rows = pairs.questions + pairs.claims
    return Examples(
        encoder.encode(rows),
        [pair.label for pair in rows],
        [ANSWERABILITY] * len(pairs.questions) + [ENTAILMENT] * len(pairs.claims),
        [1.0] * len(rows),
    )


def real_examples(pairs: StageOnePairs, encoder: PairEncoder) -> Examples:
    """Questions that people asked, as stage 2 sees them."""
    count = len(pairs.real)
    labels = [pair.label for pair in pairs.real]
    return Examples(encoder.encode(pairs.real), labels, [ANSWERABILITY] * count, [REAL_QUESTION_WEIGHT] * count)


@dataclass(frozen=True)
class PackRows:
    """Rows of packs.jsonl.gz; scores are given in their order."""

    rows: list[Row]
    encoded: list[Encoded]
    #: Names of packs that are left out together.
    folds: list[list[str]]

    def of_packs(self, packs: Sequence[str]) -> list[int]:
        return [index for index, row in enumerate(self.rows) if row["pack"] in packs]

    def to_learn(self, without: Sequence[str] = ()) -> list[int]:
        """Indices of candidates, lists and drafts, which have labels, of all packs but some."""
        return [
            index
            for index, row in enumerate(self.rows)
            if row["kind"] in ("cand", "draft", "list") and row["y"] >= 0 and row["pack"] not in without
        ]

    def examples(self, indices: Sequence[int]) -> Examples:
        rows = [self.rows[index] for index in indices]
        return Examples(
            [self.encoded[index] for index in indices],
            [row["y"] for row in rows],
            [ANSWERABILITY] * len(rows),
            [weight_of(row) for row in rows],
        )


def weight_of(row: Row) -> float:
    """What answers is rare, drafts are few but what is judged in the end, and so are questions that nothing answers."""
    return (3.0 if row["y"] else 1.0) * (4.0 if row["kind"] == "draft" else 1.0) * (1.5 if not row["ans"] else 1.0)


def pack_rows(size: Size, encoder: PairEncoder) -> PackRows:
    rows = read_rows("packs")
    if size.pack_rows is not None:
        rows = [row for row in rows if row["pack"] in SMOKE_PACKS][: size.pack_rows]
        # So few rows are of one pack: two are made of it.
        rows = [{**row, "pack": "ab"[index % 2]} for index, row in enumerate(rows)]
        folds = [["a"], ["b"]]
    else:
        packs = sorted({row["pack"] for row in rows})
        folds = [packs[index::FOLDS] for index in range(FOLDS)]
    encoded = encoder.encode([[row[name] for name in ("q", "title", "section", "before", "text")] for row in rows])
    return PackRows(rows, encoded, folds)
