"""
Labels what collect.mjs wrote: candidate sentences, lists and drafts of the packs' questions, into data/packs.jsonl.gz.

    python pack_pairs.py DUMP.jsonl
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

from row_files import write_rows

#: Types of questions that a whole list may answer.
LIST_TYPES = ("list_building", "procedural")
#: In characters.
LONGEST_LIST = 600
LONGEST_BEFORE = 200
#: A cited sentence is that candidate which opens with the same characters.
COMPARED_OPENING = 60

#: A line of the dump: `q` is the question of the pack, beside what the pipeline gave for it.
Record = dict[str, Any]
#: A line of packs.jsonl.gz; `y` is 1 where the text answers, 0 where it does not, -1 where nobody knows.
Row = dict[str, Any]


def main(dump: str) -> None:
    with open(dump, encoding="utf8") as file:
        records = [json.loads(line) for line in file]
    rows_by_question = [rows_of(record) for record in records]
    rows = [row for of_question in rows_by_question for row in of_question]
    write_rows("packs", rows)
    print(Counter((row["kind"], row["y"]) for row in rows))
    found = sum(
        any(row["kind"] == "cand" and row["y"] for row in of_question) for of_question in rows_by_question
    )
    print("evidence among candidates", found, sum(record["q"]["answerable"] for record in records))


def rows_of(record: Record) -> list[Row]:
    return [*candidate_rows(record), *list_rows(record), *draft_rows(record)]


def candidate_rows(record: Record) -> Iterator[Row]:
    """Sentences of the passages that were found, each with the synthesiser's score."""
    quotes = quotes_of(record)
    for index, candidate in enumerate(record["candidates"]):
        yield row_of(
            record,
            {"kind": "cand", "i": index},
            title=candidate["title"],
            section=joined(candidate["section"]),
            before=one_line(candidate["before"]),
            text=candidate["text"],
            base=candidate["score"],
            rank=candidate["rank"],
            y=int(holds_evidence(normalised(candidate["text"]), quotes)),
        )


def list_rows(record: Record) -> Iterator[Row]:
    quotes = quotes_of(record)
    for index, found in enumerate(record["lists"]):
        text = " ".join(found["items"])
        holds_quote = any(quote in normalised(text) for quote in quotes)
        yield row_of(
            record,
            {"kind": "list", "i": index},
            title=found["title"],
            section=joined(found["section"]),
            text=text[:LONGEST_LIST],
            rank=found["rank"],
            y=int(holds_quote and record["q"]["type"] in LIST_TYPES),
        )


def draft_rows(record: Record) -> Iterator[Row]:
    """Each draft that came before the validator, and after it its claims."""
    for index, draft in enumerate(record["drafts"]):
        attempts = record["attempts"]
        citations = next((made["citations"] for made in attempts if made["text"] == draft["answer"]), [])
        titles = dict.fromkeys(citation.get("title") or "" for citation in citations)
        yield {
            **row_of(
                record,
                {"kind": "draft", "i": index},
                title="; ".join(filter(None, titles)),
                text=re.sub(r"\s*\[\d+\]", "", draft["answer"]),
                y=int(draft["correct"] and record["q"]["answerable"]),
            ),
            "features": draft["features"],
            "queryType": draft["queryType"],
            "status": record["answer"]["status"],
        }
        for place, citation in enumerate(citations):
            yield claim_row(record, citation, {"kind": "claim", "i": index, "j": place})


def claim_row(record: Record, citation: dict[str, Any], identity: dict[str, Any]) -> Row:
    """A claim of a draft, with what stands before it where it is one of the candidates."""
    claim = citation.get("quote") or citation.get("text") or ""
    opening = claim.strip()[:COMPARED_OPENING]
    candidates = record["candidates"]
    same = (each for each in candidates if each["text"].strip()[:COMPARED_OPENING] == opening)
    candidate = next(same, None)
    return row_of(
        record,
        identity,
        title=citation.get("title") or "",
        section=joined(citation.get("section")),
        before=one_line(candidate["before"]) if candidate else "",
        text=claim,
        y=-1,
    )


def row_of(
    record: Record,
    identity: dict[str, Any],
    *,
    title: str,
    text: str,
    y: int,
    section: str = "",
    before: str = "",
    base: float = 0,
    rank: int = 0,
) -> Row:
    """identity: kind, and indices among those of its question (and draft)."""
    question = record["q"]
    return {
        "pack": record["pack"],
        "qid": question["id"],
        "ans": question["answerable"],
        "type": question["type"],
        **identity,
        "q": question["question"],
        "title": title,
        "section": section,
        "before": before,
        "text": text,
        "base": base,
        "rank": rank,
        "y": y,
    }


def quotes_of(record: Record) -> list[str]:
    """Evidence of the question, normalised, without empty ones."""
    return [quote for evidence in record["q"]["evidence"] if (quote := normalised(evidence["quote"]))]


def holds_evidence(text: str, quotes: list[str]) -> bool:
    """Both normalised: the text holds a quote, is a part of one, or has more than .85 of the words of a long one."""
    return any(quote in text or (len(text) > 12 and text in quote) or shares_words(text, quote) for quote in quotes)


def shares_words(text: str, quote: str) -> bool:
    if len(quote.split()) <= 5:
        return False
    words = set(quote.split())
    return len(words & set(text.split())) / len(words) > 0.85


def normalised(text: str) -> str:
    """Words of letters and digits, without markers of citations."""
    return re.sub(r"[^a-z0-9]+", " ", re.sub(r"\[\d+\]", "", text.lower())).strip()


def one_line(before: str) -> str:
    return re.sub(r"\s+", " ", before)[-LONGEST_BEFORE:]


def joined(headings: list[str] | str | None) -> str:
    return " > ".join(headings) if isinstance(headings, list) else (headings or "")


if __name__ == "__main__":
    main(sys.argv[1])
