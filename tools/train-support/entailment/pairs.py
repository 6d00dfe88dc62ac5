"""Training examples: labelled pairs, weighed by set, and pairs made from them by rule."""

import json
import random
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

from made_pairs import reworded, sentences, with_error, without

#: What one pair of a set counts in an epoch: its chance to be drawn. Long pairs cost more, and say more of real documents.
SETS = {
    "fever_dev_pairs": 0.7,
    "fever_symmetric": 1.0,
    "fm2_train": 1.0,
    "halueval_qa_train": 1.0,
    "conjnli_train": 0.6,
    "negnli_train": 0.8,
    "med_monotonicity": 0.5,
    "scifact_train": 1.5,
    "wice_train_partial": 1.0,
    "summedits_train": 0.5,
    "summedits_sentences_train": 0.3,
    "synth_train": 0.7,
}
#: Pairs made by rule for each labelled one.
MADE = 0.6


@dataclass(frozen=True)
class Example:
    set: str
    claim: str
    evidence: str
    supported: bool
    #: What its loss counts.
    weight: float = 1.0


@dataclass(frozen=True)
class Pair:
    """A line of the file of pairs: each sentence of the claim with the evidence chosen for it."""

    id: str
    set: str
    origin: str
    supported: bool
    parts: tuple[tuple[str, str], ...]

    def whole(self) -> tuple[str, str]:
        """The claim as one text; its evidence is that of all sentences, each sentence of it once."""
        chosen = dict.fromkeys(s for _, evidence in self.parts for s in sentences(evidence))
        return " ".join(claim for claim, _ in self.parts), " ".join(chosen)


def read_pairs(path: Path) -> list[Pair]:
    with open(path, encoding="utf8") as file:
        rows = [json.loads(line) for line in file]
    return [
        Pair(row["id"], row["set"], row["origin"], row["supported"], tuple((p["claim"], p["evidence"]) for p in row["parts"]))
        for row in rows
    ]


def labelled_examples(pairs: list[Pair]) -> list[Example]:
    """
    Claims of one sentence as they are; of others each sentence where all are supported, and else the whole, since it is not
    known which sentence the label is about. Both classes of a set count the same.
    """
    examples = []
    for pair in pairs:
        if pair.set not in SETS:
            continue
        parts = pair.parts if pair.supported or len(pair.parts) == 1 else (pair.whole(),)
        examples += [Example(pair.set, claim, evidence, pair.supported) for claim, evidence in parts]
    counts = Counter((example.set, example.supported) for example in examples)
    return [
        Example(e.set, e.claim, e.evidence, e.supported, _class_weight(counts[e.set, True], counts[e.set, False], e.supported))
        for e in examples
    ]


def _class_weight(supported: int, others: int, is_supported: bool) -> float:
    if supported == 0 or others == 0:
        return 1.0
    return min(2.0, (supported + others) / (2 * (supported if is_supported else others)))


def epoch(labelled: list[Example], rng: random.Random) -> list[Example]:
    """A pass over the sets, each thinned out by its weight, with fresh pairs made by rule."""
    drawn = [e for e in labelled for _ in range(_times(SETS[e.set], rng))]
    by_set = defaultdict(list)
    for example in labelled:
        by_set[example.set].append(example)
    made = []
    for base in rng.choices(drawn, k=int(MADE * len(drawn))):
        pair = _made(base, by_set[base.set], rng)
        if pair:
            made.append(pair)
    examples = drawn + made
    rng.shuffle(examples)
    return examples


def _times(weight: float, rng: random.Random) -> int:
    return int(weight) + (rng.random() < weight % 1)


def _made(base: Example, others: list[Example], rng: random.Random) -> Example | None:
    own = sentences(base.evidence)
    usable = [sentence for sentence in own if 6 <= len(sentence.split()) <= 45]
    of_claim = base.supported and rng.random() < 0.5
    if not of_claim and not usable:
        return None
    text = base.claim if of_claim else rng.choice(usable)
    claim = reworded(text, rng)
    if rng.random() < 0.45:
        return Example("made", claim, base.evidence, True)
    if not of_claim and rng.random() < 0.25:
        rest = without(text, base.evidence)
        if rest:
            return Example("made", claim, rest, False)
    foreign = [sentence for other in rng.choices(others, k=2) for sentence in sentences(other.evidence)]
    wrong = with_error(claim, base.evidence, [s for s in own if s != text] + foreign, rng)
    return Example("made", wrong, base.evidence, False) if wrong else None
