"""Questions with passages: how they are read from files, cut to size, and turned into pieces of words."""

import gzip
import json
import random
import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tokenizers import Tokenizer

#: Verdicts: nothing here answers, a span answers, yes, no; and one of the latter three, where a set does not say which.
NONE, SPAN, YES, NO, ANSWERED = range(5)

#: Pieces of all that is read at once, of a question and of its headings at most; the network reads no more.
MOST_PIECES, QUESTION_PIECES, HEADING_PIECES = 320, 48, 24
WORDS = re.compile(r"\w+")
SENTENCE_ENDS = re.compile(r"(?<=[.!?])\s+(?=[\"'(A-Z0-9])|\n+")


@dataclass(frozen=True)
class Asked:
    """A question of a passage. spans: all places that count as the answer, in characters; empty unless the verdict is SPAN."""

    question: str
    headings: str
    passage: str
    verdict: int
    spans: tuple[tuple[int, int], ...] = ()
    id: str = ""
    #: Answers as texts, to measure by.
    answers: tuple[str, ...] = ()


def stored_sets(path: Path) -> Iterator[Asked]:
    """
    The questions of one file of `data/reading`. A place that was guessed counts wherever its text occurs.
    Raises ValueError where an answer is not at its place.
    """
    with gzip.open(path, "rt", encoding="utf8") as lines:
        for line in lines:
            passage = json.loads(line)
            context = passage["context"]
            for asked in passage["questions"]:
                common = (asked["question"].strip(), passage["title"] or "", context)
                texts = tuple(each["text"] for each in asked["answers"])
                if "yesNo" in asked:
                    yield Asked(*common, YES if asked["yesNo"] else NO, id=asked["id"])
                elif not texts:
                    yield Asked(*common, NONE, id=asked["id"])
                else:
                    spans = set()
                    for each in asked["answers"]:
                        start, text = each["start"], each["text"]
                        if context[start : start + len(text)] != text:
                            raise ValueError(f"{path.name}: {asked['id']}: the answer is not at {start}")
                        starts = [start]
                        if asked.get("startGuessed"):
                            starts = [found.start() for found in re.finditer(re.escape(text), context)]
                        spans |= {(begin, begin + len(text)) for begin in starts}
                    yield Asked(*common, SPAN, tuple(sorted(spans)), asked["id"], texts)


def sentence_bounds(text: str) -> list[tuple[int, int]]:
    bounds, start = [], 0
    for found in SENTENCE_ENDS.finditer(text):
        if found.start() > start:
            bounds.append((start, found.start()))
        start = found.end()
    if start < len(text):
        bounds.append((start, len(text)))
    return bounds


def cropped(asked: Asked, most_words: int, chance: random.Random) -> Asked:
    """
    A window of whole sentences of about most_words words: around an answer, or, where nothing answers, around the
    sentence that shares most words with the question, which is where a reader would be tempted.
    """
    bounds = sentence_bounds(asked.passage)
    if len(asked.passage.split()) <= most_words or len(bounds) < 2:
        return asked
    if asked.spans:
        start = chance.choice(asked.spans)[0]
        middle = max(index for index, (begin, _) in enumerate(bounds) if begin <= start)
    else:
        words = {each.lower() for each in WORDS.findall(asked.question) if len(each) > 3}
        shared = [len(words & {each.lower() for each in WORDS.findall(asked.passage[a:b])}) for a, b in bounds]
        middle = max(range(len(bounds)), key=lambda index: (shared[index], chance.random()))
    first = last = middle
    size = len(asked.passage[bounds[middle][0] : bounds[middle][1]].split())
    while True:
        sides = [side for side, possible in ((-1, first > 0), (1, last < len(bounds) - 1)) if possible]
        if not sides:
            break
        side = chance.choice(sides)
        begin, end = bounds[first - 1 if side < 0 else last + 1]
        size += len(asked.passage[begin:end].split())
        if size > most_words:
            break
        first, last = (first - 1, last) if side < 0 else (first, last + 1)
    begin, end = bounds[first][0], bounds[last][1]
    spans = tuple((a - begin, b - begin) for a, b in asked.spans if a >= begin and b <= end)
    if asked.spans and not spans:
        return asked
    return replace(asked, passage=asked.passage[begin:end], spans=spans)


def beside(asked: list[Asked], share: float, chance: random.Random) -> list[Asked]:
    """Answerable questions asked of another passage with the same title that shares most words and holds no answer."""
    by_title: dict[str, list[str]] = {}
    for each in asked:
        passages = by_title.setdefault(each.headings, [])
        if not passages or passages[-1] != each.passage:
            passages.append(each.passage)
    words = {passage: {each.lower() for each in WORDS.findall(passage)} for all in by_title.values() for passage in all}
    made = []
    for each in asked:
        if each.verdict != SPAN or chance.random() >= share:
            continue
        wanted = {word.lower() for word in WORDS.findall(each.question) if len(word) > 3}
        others = [
            passage
            for passage in by_title[each.headings]
            if passage != each.passage and not any(text.lower() in passage.lower() for text in each.answers)
        ]
        if others:
            nearest = max(others, key=lambda passage: len(wanted & words[passage]))
            made.append(replace(each, passage=nearest, verdict=NONE, spans=(), answers=(), id=f"{each.id}/beside"))
    return made


@dataclass(frozen=True)
class Pieces:
    """
    ids and types of one example; where the passage's pieces begin, and how many they are; first and last piece of each
    right span, counted from there; characters of each piece, two numbers a piece.
    """

    ids: array
    types: bytes
    first: int
    length: int
    offsets: array
    verdict: int
    spans: list[tuple[int, int]]


class Encoder:
    """[CLS] question [SEP] headings [SEP] passage [SEP]; types 0 for the question, 1 for the rest."""

    def __init__(self, tokenizer: Path, most_pieces: int):
        self.tokenizer = Tokenizer.from_file(str(tokenizer))
        self.tokenizer.no_truncation()
        self.tokenizer.no_padding()
        self.most = most_pieces
        self.cls, self.sep = (self.tokenizer.token_to_id(each) for each in ("[CLS]", "[SEP]"))

    def encode(self, asked: list[Asked]) -> list[Pieces]:
        """What does not fit is cut from the passage's end; spans that fall there are dropped."""
        texts = [text for each in asked for text in (each.question, each.headings, each.passage)]
        read = self.tokenizer.encode_batch(texts, add_special_tokens=False)
        return [self._joined(each, *read[3 * i : 3 * i + 3]) for i, each in enumerate(asked)]

    def _joined(self, asked: Asked, question, headings, passage) -> Pieces:
        before = [self.cls, *question.ids[:QUESTION_PIECES], self.sep]
        between = [*headings.ids[:HEADING_PIECES], self.sep]
        room = self.most - len(before) - len(between) - 1
        ids, offsets = passage.ids[:room], passage.offsets[:room]
        spans = []
        for begin, end in asked.spans:
            inside = [index for index, (a, b) in enumerate(offsets) if a < end and b > begin]
            if inside and offsets[inside[-1]][1] >= end:
                spans.append((inside[0], inside[-1]))
        return Pieces(
            array("H", [*before, *between, *ids, self.sep]),
            bytes([0] * len(before) + [1] * (len(between) + len(ids) + 1)),
            len(before) + len(between),
            len(ids),
            array("H", [min(place, 65_535) for pair in offsets for place in pair]),
            asked.verdict,
            spans,
        )


def headings_of(passage: dict) -> str:
    """As `headingPath` of libs/text joins them: the title, then what stands under it."""
    title, section = passage["title"], passage["section"]
    return " › ".join([title, *(section[1:] if section[:1] == [title] else section)] if title else section)
