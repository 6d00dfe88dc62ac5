"""Questions of packs, asked of the passages that the product's own search finds for them (the dump of collect.mjs)."""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

from reading_sets import NONE, SPAN, Asked, headings_of

#: Passages of a question that are read, best first; of those that do not answer, so many are kept.
READ, KEPT = 8, 4
LETTERS = re.compile(r"\w+")
#: A longer accepted answer is no span to point at.
SHORTEST_ANSWER = 2


def place_of(quote: str, text: str) -> tuple[int, int] | None:
    """Where a text holds the words of a quote in their order, whatever stands between them; a table row by its cells."""
    if "|" in quote:
        return row_of([cell.strip() for cell in quote.split("|") if cell.strip()], text)
    words = [re.escape(word) for word in LETTERS.findall(quote)]
    found = re.search(r"\W+".join(words), text, re.IGNORECASE) if words else None
    return found.span() if found else None


def row_of(cells: list[str], text: str) -> tuple[int, int] | None:
    for line in re.finditer(r"[^\n]+", text):
        if len(cells) > 1 and all(cell.lower() in line.group().lower() for cell in cells):
            return line.span()
    return None


def answers_in(answers: list[str], text: str, begin: int, end: int) -> list[tuple[int, int]]:
    return [
        (begin + found.start(), begin + found.end())
        for answer in answers
        if len(answer) >= SHORTEST_ANSWER
        for found in re.finditer(rf"(?<!\w){re.escape(answer)}(?!\w)", text[begin:end], re.IGNORECASE)
    ]


def sentence_around(text: str, begin: int, end: int) -> tuple[int, int]:
    start = max(text.rfind("\n", 0, begin), text.rfind(". ", 0, begin) + 1, -1) + 1
    stop = re.compile(r"[.!?](?=\s|$)|\n").search(text, max(begin, end - 1))
    return start, stop.end() if stop else len(text)


def pack_sets(dump: Path, packs: set[str], chance: random.Random) -> Iterator[Asked]:
    """
    A passage with the evidence answers, by the accepted answer where the evidence says it, else by the whole quote. One
    that holds an accepted answer and no evidence is left out, and so are the first hops of a chain: who knows what they say.
    """
    for line in dump.open(encoding="utf8"):
        record = json.loads(line)
        if record["pack"] not in packs:
            continue
        asked = record["question"]
        accepted = [*asked["answers"], *asked.get("mustMention", [])]
        nothing: list[Asked] = []
        for passage in record["passages"][:READ]:
            text = passage["text"]
            common = (asked["question"], headings_of(passage), text)
            places = [place for each in asked["evidence"] if (place := place_of(each["quote"], text))]
            if not places:
                if not answers_in(accepted, text, 0, len(text)):
                    nothing.append(Asked(*common, NONE, id=asked["id"]))
                continue
            spans = [span for place in places for span in answers_in(accepted, text, *sentence_around(text, *place))]
            if not spans and asked["type"] != "multi_hop":
                spans = places
            if spans:
                yield Asked(*common, SPAN, tuple(sorted(set(spans))), asked["id"], tuple(accepted))
        yield from nothing[:2]
        yield from chance.sample(nothing[2:], min(KEPT - 2, len(nothing[2:])))


def multi_hop_sets(folder: Path) -> Iterator[Asked]:
    """
    HotpotQA and MuSiQue as BEIR folders with qa.jsonl: the supporting passage that holds the answer answers; those that
    support nothing do not; other supporting passages are left out.
    """
    for line in (folder / "qa.jsonl").open(encoding="utf8"):
        record = json.loads(line)
        answer = record["answer"]
        supporting = {title for title, _ in record.get("supporting_facts", [])}
        for title, sentences in record.get("context", []):
            text = sentences if isinstance(sentences, str) else "".join(sentences)
            spans = tuple(answers_in([answer], text, 0, len(text)))
            if title in supporting and spans:
                yield Asked(record["question"], title, text, SPAN, spans, "", (answer,))
            elif title not in supporting and not spans:
                yield Asked(record["question"], title, text, NONE)
