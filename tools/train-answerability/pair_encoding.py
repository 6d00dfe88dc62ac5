"""Pairs as the tensors that the network reads."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy
import torch
from tokenizers import Encoding, Tokenizer
from torch import Tensor

#: Pieces of a pair, special ones included.
LONGEST = 176
#: Pieces of its parts; what stands before the sentence keeps its end, the sentence what is left.
LONGEST_QUESTION = 40
LONGEST_PLACE = 24
LONGEST_BEFORE = 40
#: Characters that are given to the tokeniser.
PLACE_CHARACTERS = 200
BEFORE_CHARACTERS = 220
SENTENCE_CHARACTERS = 1200
#: The full stop, in the vocabulary of BERT (uncased): between headings and what stands before.
FULL_STOP = 1012
#: Pairs that are tokenised together.
TOKENISED = 8192
#: Widths of batches are multiples of this, which GPUs like.
WIDTH_STEP = 8

#: Question, title, headings, what stands before, sentence; more fields are not read.
Row = Sequence
#: Ids, int32, and how many of them come before the sentence.
Encoded = tuple[numpy.ndarray, int]
#: Ids, mask and types, int64, pairs × the longest of them.
Batch = tuple[Tensor, Tensor, Tensor]


class PairEncoder:
    """`[CLS] question [SEP] title. headings . before [SEP] sentence [SEP]` by the tokeniser of the base model."""

    def __init__(self, file: Path):
        """file: tokenizer.json of a BERT (uncased)."""
        self.tokenizer = Tokenizer.from_file(str(file))
        self.tokenizer.no_truncation()
        self.tokenizer.no_padding()
        special = self.tokenizer.encode("").ids
        self.opening, self.separator = special[0], special[-1]

    def encode(self, rows: Sequence[Row]) -> list[Encoded]:
        return [
            encoded
            for start in range(0, len(rows), TOKENISED)
            for encoded in self._encode(rows[start : start + TOKENISED])
        ]

    def _encode(self, rows: Sequence[Row]) -> Iterator[Encoded]:
        questions = self._tokenise([row[0] for row in rows])
        places = self._tokenise([place_of(row[1], row[2])[:PLACE_CHARACTERS] for row in rows])
        before = self._tokenise([row[3][-BEFORE_CHARACTERS:] for row in rows])
        sentences = self._tokenise([row[4][:SENTENCE_CHARACTERS] for row in rows])
        for parts in zip(questions, places, before, sentences):
            yield self._joined(*(part.ids for part in parts))

    def _tokenise(self, texts: list[str]) -> list[Encoding]:
        return self.tokenizer.encode_batch(texts, add_special_tokens=False)

    def _joined(self, question: list[int], place: list[int], before: list[int], sentence: list[int]) -> Encoded:
        first = [
            self.opening,
            *question[:LONGEST_QUESTION],
            self.separator,
            *place[:LONGEST_PLACE],
            *([FULL_STOP] if before else []),
            *before[-LONGEST_BEFORE:],
            self.separator,
        ]
        ids = [*first, *sentence[: LONGEST - len(first) - 1], self.separator]
        return numpy.array(ids, dtype=numpy.int32), len(first)


def place_of(title: str, section: str) -> str:
    return f"{title}. {section}" if section and section != title else title


def tensors(encoded: Sequence[Encoded], device: str) -> Batch:
    width = max(len(ids) for ids, _ in encoded)
    width = (width + WIDTH_STEP - 1) // WIDTH_STEP * WIDTH_STEP
    ids = numpy.zeros((len(encoded), width), numpy.int64)
    mask, types = numpy.zeros_like(ids), numpy.zeros_like(ids)
    for row, (pieces, before) in enumerate(encoded):
        ids[row, : len(pieces)] = pieces
        mask[row, : len(pieces)] = 1
        types[row, before : len(pieces)] = 1
    on_device = (torch.from_numpy(values).to(device, non_blocking=True) for values in (ids, mask, types))
    return tuple(on_device)  # type: ignore[return-value]
