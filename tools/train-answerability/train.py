"""
Trains the network in two stages, and scores each pack by networks that have not seen it.

    python train.py OUT [BASE]

OUT gets soup0.pt and soup1.pt (the network that ships), one0.pt and one1.pt (a single one), stage1.pt, and
scores.json.gz: log odds by network ("stage1", "one", "soup") in the order of packs.jsonl.gz. BASE is the folder of a
sentence encoder. With SMALL set in the environment, a smoke test on a few rows.
"""

import gzip
import json
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy
import torch
from answerability_network import (
    AnswerabilityNetwork,
    State,
    averaged,
    copied_state,
    in_halves,
    initial_network,
    save_in_two,
)
from fine_tuning import Examples, Report, Schedule, fine_tune
from pack_report import pack_report
from pair_encoding import PairEncoder
from scoring import score
from training_sets import FULL, SMOKE, PackRows, pack_rows, real_examples, stage_one_examples, stage_one_pairs

DEFAULT_BASE = Path("libs/models/all-minilm-l6-v2/model")
STAGE_ONE = Schedule(epochs=2, batch=256, rate=1.5e-4, head_rate=5e-4)
STAGE_ONE_SMOKE = Schedule(epochs=1, batch=256, rate=1.5e-4, head_rate=5e-4)
STAGE_ONE_SEED = 7
STAGE_TWO = Schedule(epochs=3, batch=128, rate=9e-5, head_rate=9e-5)
SINGLE_SEED = 1
#: Of the networks that are averaged.
SOUP_SEEDS = (1, 2)


class Training:
    """The networks of one run: all start from one base, on one device."""

    def __init__(self, base: Path, device: str, report: Report):
        self.base = base
        self.device = device
        self.report = report

    def stage_one(self, examples: Examples, schedule: Schedule) -> AnswerabilityNetwork:
        return self._fit(initial_network(self.base), examples, schedule, STAGE_ONE_SEED, "s1")

    def single(self, start: State, packs: Examples) -> AnswerabilityNetwork:
        """Stage 2 on rows of packs alone."""
        return self._fit(self._with(start), packs, STAGE_TWO, SINGLE_SEED, "s2")

    def soup(self, start: State, packs: Examples, real: Examples) -> AnswerabilityNetwork:
        """The mean of networks that learned from rows of packs and from questions that people asked."""
        fitted = [self._fit(self._with(start), packs + real, STAGE_TWO, seed, "s2") for seed in SOUP_SEEDS]
        return self._with(averaged([network.state_dict() for network in fitted])).to(self.device)

    def _with(self, state: State) -> AnswerabilityNetwork:
        network = initial_network(self.base)
        network.load_state_dict(state)
        return network

    def _fit(
        self, network: AnswerabilityNetwork, examples: Examples, schedule: Schedule, seed: int, stage: str
    ) -> AnswerabilityNetwork:
        def report(*words: object) -> None:
            self.report(stage, *words)

        return fine_tune(network, examples, schedule, seed=seed, device=self.device, report=report)


class HeldOutScores:
    """Scores of all rows by network, written anew whenever more of them are known."""

    def __init__(self, file: Path, packs: PackRows):
        self.file = file
        self.packs = packs
        self.by_network: dict[str, numpy.ndarray] = {}

    def put(self, network: str, indices: Sequence[int], scores: numpy.ndarray) -> None:
        of_all = self.by_network.setdefault(network, numpy.zeros(len(self.packs.rows), numpy.float32))
        of_all[indices] = scores

    def write(self) -> None:
        rounded = {name: [round(float(each), 3) for each in scores] for name, scores in self.by_network.items()}
        with gzip.open(self.file, "wt") as file:
            json.dump(rounded, file)

    def figures(self, network: str, indices: Sequence[int]) -> list[str]:
        return pack_report([self.packs.rows[index] for index in indices], self.by_network[network][indices])


def main(out: Path, base: Path, is_smoke: bool) -> None:
    started = time.time()

    def report(*words: object) -> None:
        print(f"{time.time() - started:6.0f}", *words, flush=True)

    device = "cuda" if torch.cuda.is_available() else "cpu"
    training = Training(base, device, report)
    encoder = PairEncoder(base / "tokenizer.json")
    size = SMOKE if is_smoke else FULL
    pairs = stage_one_pairs(size)
    report("pairs", *(word for count in pairs.counts.items() for word in count))
    packs = pack_rows(size, encoder)
    report("packs", len(packs.rows))
    scores = HeldOutScores(out / "scores.json.gz", packs)

    examples = stage_one_examples(pairs, encoder)
    report("s1 encoded", len(examples.encoded))
    first = training.stage_one(examples, STAGE_ONE_SMOKE if is_smoke else STAGE_ONE)
    start = copied_state(first)
    everything = list(range(len(packs.rows)))
    scores.put("stage1", everything, score(first, packs.encoded, device))
    report("stage1 only", *scores.figures("stage1", everything))
    torch.save(in_halves(start), out / "stage1.pt")

    real = real_examples(pairs, encoder)
    of_all_packs = packs.examples(packs.to_learn())
    save_in_two(training.single(start, of_all_packs), out, "one")
    report("saved one")
    save_in_two(training.soup(start, of_all_packs, real), out, "soup")
    report("saved soup")
    cross_validate(training, start, real, scores)
    report("done")


def cross_validate(training: Training, start: State, real: Examples, scores: HeldOutScores) -> None:
    """Scores each fold's packs by networks whose stage 2 was without them."""
    packs = scores.packs
    seen: list[int] = []
    for fold in packs.folds:
        examples = packs.examples(packs.to_learn(without=fold))
        held_out = packs.of_packs(fold)
        encoded = [packs.encoded[index] for index in held_out]
        scores.put("one", held_out, score(training.single(start, examples), encoded, training.device))
        scores.put("soup", held_out, score(training.soup(start, examples, real), encoded, training.device))
        scores.write()
        training.report("fold", fold)
        seen = sorted(seen + held_out)
        for network in ("one", "soup"):
            training.report(network, *scores.figures(network, seen))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else DEFAULT_BASE, bool(os.environ.get("SMALL")))
