"""
Makes the invented pairs of stage 1, many processes at once; by itself it prints a few to read.

    python generate.py
"""

from multiprocessing import Pool
from random import Random
from typing import Literal, NamedTuple

from attribute_pairs import attribute_pairs
from cloze_pairs import cloze_pairs
from event_pairs import event_pairs
from pair import Pair
from row_files import read_rows
from value_sampler import ValueSampler

#: Real documents are dealt out to as many jobs.
DOCUMENT_SHARES = 16


class Job(NamedTuple):
    """The same job gives the same pairs, in whatever process it runs."""

    kind: Literal["attribute", "event", "cloze"]
    #: Pairs to be made; of cloze: questions to be tried per document.
    count: int
    #: Of cloze it also says which share of the documents is read.
    seed: int


def pairs_of_job(job: Job) -> list[Pair]:
    """Reads titles and documents that prepare.py wrote."""
    rng = Random(job.seed)
    if job.kind == "cloze":
        documents = read_rows("docs")[job.seed % DOCUMENT_SHARES :: DOCUMENT_SHARES]
        return cloze_pairs(documents, rng, per_document=job.count)
    make = attribute_pairs if job.kind == "attribute" else event_pairs
    return make(ValueSampler(rng, read_rows("names")), job.count)


def generate(jobs: list[Job], processes: int | None) -> dict[str, list[Pair]]:
    """Pairs by kind, in the order of the jobs; processes: None for one per processor."""
    with Pool(processes) as pool:
        parts = pool.map(pairs_of_job, jobs, chunksize=1)
    pairs: dict[str, list[Pair]] = {}
    for job, part in zip(jobs, parts):
        pairs.setdefault(job.kind, []).extend(part)
    return pairs


if __name__ == "__main__":
    values = ValueSampler(Random(1))
    for pair in attribute_pairs(values, 30) + event_pairs(values, 20):
        print(tuple(pair))
