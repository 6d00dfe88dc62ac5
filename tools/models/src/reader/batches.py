"""Batches of like length for the training, made by as many processes as there are to spare."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch
from reading_sets import ANSWERED, NO, NONE, SPAN, YES, Asked, Encoder, Pieces, cropped
from torch import Tensor
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

#: Of the passages, so many are cut to a window of so many words (drawn between both), and so many to a sentence or two.
CROPPED, WINDOW = 0.5, (45, 110)
CLOSE, CLOSE_WINDOW = 0.1, (8, 40)
#: Of the questions, so many come without headings, without their last mark, or in small letters.
BARE, UNMARKED, SMALL = 0.25, 0.15, 0.1
#: Widths of batches are rounded up to these steps: memory of the same size is used again, and the heap does not grow.
WIDTH_STEP = 16
#: Examples that are encoded, sorted by length and packed at once.
POOL = 2_048
VERDICTS = 4


@dataclass
class Batch:
    """
    Of n examples, w pieces wide: ids, mask and types (n × w, int64); right places of start and end ([CLS] for "nothing"), and
    places that may be read (n × w × 2 and n × w, bool); right verdicts (n × 4, bool).
    """

    ids: Tensor
    mask: Tensor
    types: Tensor
    right: Tensor
    readable: Tensor
    verdicts: Tensor

    def __len__(self) -> int:
        return len(self.ids)

    def to(self, device: torch.device) -> "Batch":
        return Batch(*(each.to(device, non_blocking=True) for each in vars(self).values()))


def width_of(each: Pieces) -> int:
    return -(-len(each.ids) // WIDTH_STEP) * WIDTH_STEP


def inputs_of(group: list[Pieces]) -> tuple[Tensor, Tensor, Tensor]:
    """ids, mask and types, each n × w."""
    width = max(width_of(each) for each in group)
    ids, mask, types = (np.zeros((len(group), width), np.int64) for _ in range(3))
    for row, each in enumerate(group):
        size = len(each.ids)
        ids[row, :size], types[row, :size], mask[row, :size] = each.ids, np.frombuffer(each.types, np.uint8), 1
    return torch.from_numpy(ids), torch.from_numpy(mask), torch.from_numpy(types)


def batch_of(group: list[Pieces]) -> Batch:
    ids, mask, types = inputs_of(group)
    right = np.zeros((*ids.shape, 2), bool)
    readable, verdicts = np.zeros(ids.shape, bool), np.zeros((len(group), VERDICTS), bool)
    for row, each in enumerate(group):
        readable[row, 0] = True
        readable[row, each.first : each.first + each.length] = True
        if each.verdict == NONE:
            right[row, 0] = True
        for start, end in each.spans:
            right[row, each.first + start, 0] = right[row, each.first + end, 1] = True
        verdicts[row, [SPAN, YES, NO] if each.verdict == ANSWERED else each.verdict] = True
    return Batch(ids, mask, types, torch.from_numpy(right), torch.from_numpy(readable), torch.from_numpy(verdicts))


def varied(each: Asked, chance: random.Random) -> Asked:
    """The same question as others would type it, of more or less of its passage."""
    question = each.question
    if chance.random() < UNMARKED:
        question = question.rstrip("?. ")
    if chance.random() < SMALL:
        question = question.lower()
    headings = "" if chance.random() < BARE else each.headings
    each = replace(each, question=question, headings=headings)
    drawn = chance.random()
    if drawn < CLOSE:
        return cropped(each, chance.randint(*CLOSE_WINDOW), chance)
    return cropped(each, chance.randint(*WINDOW), chance) if drawn < CLOSE + CROPPED else each


class Epoch(IterableDataset):
    """Every question once, in random order, those of like length together, so that padding costs little."""

    def __init__(self, asked: list[Asked], tokenizer: Path, most_pieces: int, pieces_of_a_batch: int, seed: int):
        super().__init__()
        self.asked, self.tokenizer, self.most, self.size, self.seed = asked, tokenizer, most_pieces, pieces_of_a_batch, seed

    def __iter__(self) -> Iterator[Batch]:
        worker = get_worker_info()
        index, workers = (worker.id, worker.num_workers) if worker else (0, 1)
        order = list(range(len(self.asked)))
        random.Random(self.seed).shuffle(order)
        chance = random.Random(self.seed * 1_000 + index)
        encoder = Encoder(self.tokenizer, self.most)
        own = order[index::workers]
        for at in range(0, len(own), POOL):
            pool = [varied(self.asked[place], chance) for place in own[at : at + POOL]]
            encoded = [each for each in encoder.encode(pool) if each.spans or each.verdict != SPAN]
            yield from self._packed(encoded, chance)

    def _packed(self, pool: list[Pieces], chance: random.Random) -> Iterator[Batch]:
        groups: list[list[Pieces]] = []
        for each in sorted(pool, key=lambda each: len(each.ids)):
            if not groups or (len(groups[-1]) + 1) * width_of(each) > self.size:
                groups.append([])
            groups[-1].append(each)
        chance.shuffle(groups)
        yield from map(batch_of, groups)


def loader(epoch: Epoch, workers: int) -> DataLoader:
    return DataLoader(epoch, batch_size=None, num_workers=workers, prefetch_factor=16 if workers else None)
