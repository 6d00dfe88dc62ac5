"""Questions of packs, asked of the passages that the product's own search finds for them (the dump of collect.mjs)."""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

from reading_sets import ANSWERED, NO, NONE, SPAN, YES, Asked, headings_of

#: Passages of a question that are read, best first; of those that do not answer, so many are kept.
READ, KEPT = 12, 5
#: Of the cards of entities that do not answer a question, so many are kept.
CARDS_KEPT = 4
LETTERS = re.compile(r"\w+")
#: A shorter accepted answer is no span to point at.
SHORTEST_ANSWER = 2
#: Questions that begin so may be answered by yes or no, where a pack does not say whether they are.
YES_OR_NO = re.compile(r"(is|are|was|were|do|does|did|can|could|may|must|should|has|have|had|will|would)\b", re.IGNORECASE)


def lines_of(path: Path) -> list[str]:
    return path.read_text(encoding="utf8").split("\n")[:-1]


def questions_of(folder: Path) -> dict[str, dict]:
    """The questions of a pack by their ids, also the fields that only training knows."""
    written = map(json.loads, lines_of(folder / "eval/questions.jsonl"))
    return {asked["id"]: {"answers": [], "mustMention": [], "evidence": [], **asked} for asked in written}


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


def verdict_of(asked: dict) -> int:
    """YES or NO where the pack says so, else SPAN, or ANSWERED where the question may be one of them."""
    if "yesNo" in asked:
        return YES if asked["yesNo"] == "yes" else NO
    return ANSWERED if YES_OR_NO.match(asked["question"]) else SPAN


def spans_in(asked: dict, text: str) -> list[tuple[int, int]] | None:
    """Where a passage answers; nothing in it where it holds evidence that answers only with other passages; None without evidence."""
    places = [place for each in asked["evidence"] if (place := place_of(each["quote"], text))]
    if not places:
        return None
    accepted = [*asked["answers"], *asked["mustMention"]]
    spans = [span for place in places for span in answers_in(accepted, text, *sentence_around(text, *place))]
    if not spans and asked["type"] != "multi_hop":
        spans = places
    return sorted(set(spans))


def pack_sets(dump: Path, folders: list[Path], chance: random.Random) -> Iterator[Asked]:
    """
    A passage with the evidence answers, by the accepted answer where the evidence says it, else by the whole quote; those
    that search missed count too. A passage that holds an accepted answer and no evidence is left out, and so are the first
    hops of a chain: who knows what they say. What a pack's authors wrote as an answer answers; what they wrote as a
    sentence beside the question does not.
    """
    records = [json.loads(line) for line in lines_of(dump)]
    for folder in folders:
        of_pack = [record for record in records if record["pack"] == folder.name]
        if not of_pack:
            raise ValueError(f"{dump} holds nothing of {folder.name}")
        everything = {passage["text"]: passage for record in of_pack for passage in record["passages"]}
        written = questions_of(folder)
        for record in of_pack:
            asked = written[record["question"]["id"]]
            yield from passages_of(asked, record["passages"], everything, chance)
            yield from sentences_of(asked)


def passages_of(asked: dict, found: list[dict], everything: dict[str, dict], chance: random.Random) -> Iterator[Asked]:
    accepted = (*asked["answers"], *asked["mustMention"])
    for passage in everything.values():
        if spans := spans_in(asked, passage["text"]):
            yield Asked(
                asked["question"], headings_of(passage), passage["text"], verdict_of(asked), tuple(spans), asked["id"], accepted
            )
    nothing = [
        Asked(asked["question"], headings_of(passage), passage["text"], NONE, id=asked["id"])
        for passage in found[:READ]
        if spans_in(asked, passage["text"]) is None and not answers_in(list(accepted), passage["text"], 0, len(passage["text"]))
    ]
    yield from nothing[:2]
    yield from chance.sample(nothing[2:], min(KEPT - 2, len(nothing[2:])))


def sentences_of(asked: dict) -> Iterator[Asked]:
    """Answers and evasions as a language model would write them, read as the validator reads drafts: alone, without headings."""
    if rewrite := asked.get("rewrite"):
        accepted = (*asked["answers"], *asked["mustMention"])
        spans = answers_in(list(accepted), rewrite, 0, len(rewrite)) or [(0, len(rewrite.rstrip(" .")))]
        yield Asked(asked["question"], "", rewrite, verdict_of(asked), tuple(sorted(set(spans))), f"{asked['id']}/rewrite", accepted)
    if beside := asked.get("beside"):
        yield Asked(asked["question"], "", beside, NONE, id=f"{asked['id']}/beside")


def card_sets(file: Path, folders: list[Path], chance: random.Random) -> Iterator[Asked]:
    """
    Cards of entities (collect-cards.mjs), read like passages under the entity's name. The card of an entity that the question expects
    answers, with or without words to point at; the others as passages do.
    """
    records = [json.loads(line) for line in lines_of(file)]
    for folder in folders:
        written = questions_of(folder)
        for record in records:
            if record["pack"] == folder.name:
                yield from cards_of(written[record["id"]], record["cards"], chance)


def cards_of(asked: dict, cards: list[dict], chance: random.Random) -> Iterator[Asked]:
    accepted = (*asked["answers"], *asked["mustMention"])
    nothing = []
    for card in cards:
        name, text = card["name"], card["text"]
        spans = spans_in(asked, text)
        named = answers_in(list(accepted), text, 0, len(text))
        if spans or card["expected"]:
            yield Asked(asked["question"], name, text, verdict_of(asked), tuple(spans or named), f"{asked['id']}/card", accepted)
        elif spans is None and not named:
            nothing.append(Asked(asked["question"], name, text, NONE, id=f"{asked['id']}/card"))
    yield from nothing[:2]
    yield from chance.sample(nothing[2:], min(CARDS_KEPT - 2, len(nothing[2:])))


def multi_hop_sets(folder: Path) -> Iterator[Asked]:
    """
    HotpotQA and MuSiQue as BEIR folders with qa.jsonl: the supporting passage that holds the answer answers; those that
    support nothing do not; other supporting passages are left out.
    """
    for line in lines_of(folder / "qa.jsonl"):
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
