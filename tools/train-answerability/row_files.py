"""The folder data/: compressed JSON Lines that prepare.py and pack_pairs.py write and the others read."""

import gzip
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "data"


def read_rows(name: str) -> list[Any]:
    """Rows of data/NAME.jsonl.gz, in the order of the file."""
    with gzip.open(FOLDER / f"{name}.jsonl.gz", "rt", encoding="utf8") as file:
        return [json.loads(line) for line in file]


def write_rows(name: str, rows: Iterable[Any]) -> None:
    """Makes the folder where there is none; a file of that name is replaced."""
    FOLDER.mkdir(exist_ok=True)
    with gzip.open(FOLDER / f"{name}.jsonl.gz", "wt", encoding="utf8") as file:
        for row in rows:
            file.write(json.dumps(row) + "\n")
