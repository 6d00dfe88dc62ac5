"""Texts as the tensors that the network reads."""

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import torch
from pairs import Example
from tokenizers import Tokenizer
from torch import Tensor

#: Pieces of a pair, special ones included; as the arm cuts them, from the longer text.
LONGEST = 320
#: Pieces and pairs of a batch, padding included.
BATCH_PIECES = 4_096
BATCH_PAIRS = 64
#: Examples among which those of like length are put together.
POOL = 2_048

#: Ids of a pair, and how many of them come before the claim.
Encoded = tuple[list[int], int]
#: What goes through the network together.
Batch = tuple[list[Encoded], list[Example]]
T = TypeVar("T")


class PairEncoder:
    """`[CLS] evidence [SEP] claim [SEP]` by the tokeniser of the base model."""

    def __init__(self, file: Path):
        self.tokenizer = Tokenizer.from_file(str(file))
        self.tokenizer.no_truncation()
        self.tokenizer.no_padding()
        self.opening, self.separator = self.tokenizer.encode("").ids

    def encode(self, evidence: str, claim: str) -> Encoded:
        """Both texts, cut to LONGEST: the longer one first, of two long ones half of each."""
        first = self.tokenizer.encode(evidence, add_special_tokens=False).ids
        second = self.tokenizer.encode(claim, add_special_tokens=False).ids
        room = LONGEST - 3
        if len(first) + len(second) > room:
            kept = min(len(second), max(room // 2, room - len(first)))
            first, second = first[: room - kept], second[:kept]
        return [self.opening, *first, self.separator, *second, self.separator], len(first) + 2


def tensors(encoded: Sequence[Encoded]) -> tuple[Tensor, Tensor, Tensor]:
    """Ids, mask and types, int64, pairs × the longest of them."""
    width = max(len(ids) for ids, _ in encoded)
    ids = torch.zeros(len(encoded), width, dtype=torch.int64)
    mask, types = torch.zeros_like(ids), torch.zeros_like(ids)
    for row, (pieces, before) in enumerate(encoded):
        ids[row, : len(pieces)] = torch.tensor(pieces)
        mask[row, : len(pieces)] = 1
        types[row, before : len(pieces)] = 1
    return ids, mask, types


def batches(examples: Sequence[Example], encoder: PairEncoder, rng: random.Random) -> Iterator[Batch]:
    """The examples in batches of like length, in random order."""
    for start in range(0, len(examples), POOL):
        pool = [(encoder.encode(e.evidence, e.claim), e) for e in examples[start : start + POOL]]
        grouped = list(by_length(pool))
        rng.shuffle(grouped)
        for group in grouped:
            yield [encoded for encoded, _ in group], [example for _, example in group]


def by_length(pool: Sequence[tuple[Encoded, T]]) -> Iterator[list[tuple[Encoded, T]]]:
    """Groups of like length, the longest first, none larger than a batch."""
    group: list[tuple[Encoded, T]] = []
    for item in sorted(pool, key=lambda one: -len(one[0][0])):
        widest = len((group or [item])[0][0][0])
        if group and (len(group) == BATCH_PAIRS or widest * (len(group) + 1) > BATCH_PIECES):
            yield group
            group = []
        group.append(item)
    if group:
        yield group
