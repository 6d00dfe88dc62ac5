"""Writes a set of data/reading in the format of `arbiter eval reading`: one line per question.

    python as_evaluation.py SET.jsonl.gz > SET.jsonl

Starts stay code points. A guessed start is replaced by every place where the answer occurs. Yes-or-no questions are left out,
since nothing in the passage is their answer; files of sentences come out as they are.
"""

import gzip
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path


def lines_of(path: Path) -> Iterator[dict]:
    """Raises ValueError where an answer is not at its place."""
    with gzip.open(path, "rt", encoding="utf8") as lines:
        for line in lines:
            stored = json.loads(line)
            if "sentence" in stored:
                yield stored
                continue
            for asked in stored["questions"]:
                if "yesNo" in asked:
                    continue
                answers = list(placed(asked, stored["context"]))
                yield {
                    "id": asked["id"],
                    "title": stored["title"] or "",
                    "question": asked["question"],
                    "context": stored["context"],
                    "answerable": bool(answers),
                    "answers": answers,
                }


def placed(asked: dict, context: str) -> Iterator[dict]:
    for answer in asked["answers"]:
        text, start = answer["text"], answer["start"]
        if context[start : start + len(text)] != text:
            raise ValueError(f"{asked['id']}: the answer is not at {start}")
        starts = [found.start() for found in re.finditer(re.escape(text), context)] if asked.get("startGuessed") else [start]
        yield from ({"text": text, "start": each} for each in starts)


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for line in lines_of(Path(sys.argv[1])):
        sys.stdout.write(json.dumps(line, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
