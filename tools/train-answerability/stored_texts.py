"""The texts of stage 1: wikis, abstracts, evidence of fact checks, and play, as they lie in the folder of data sets."""

import glob
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cloze_pairs import Document

CORPORA = ("scifact", "hotpotqa_200", "musique_100")
EPISODES = range(1, 6)


def read_lines(file: Path) -> Iterator[Any]:
    """Rows of a JSON Lines file."""
    with open(file, encoding="utf8") as lines:
        yield from map(json.loads, lines)


def titled_documents(folder: Path) -> list[Document]:
    return [
        *wiki_sections(folder / "dnd_srd_wiki"),
        *(
            (row["title"], "", row["text"])
            for corpus in CORPORA
            for row in read_lines(folder / corpus / "corpus.jsonl")
        ),
        *evidence_by_title(folder / "grounding" / "fm2_train.jsonl"),
        *played_chunks(folder / "crd3"),
    ]


def untitled_documents(folder: Path) -> list[Document]:
    """Each piece of FEVER's evidence once."""
    evidence = dict.fromkeys(row["evidence"] for row in read_lines(folder / "grounding" / "fever_dev_pairs.jsonl"))
    return [("", "", text + " ") for text in evidence]


def titles_like_names(documents: list[Document]) -> list[str]:
    """Titles that can stand for a place or a thing, each once, sorted."""
    return sorted(
        {title for title, _, _ in documents if 3 < len(title) < 30 and re.match(r"[A-Z]", title) and "(" not in title}
    )


def wiki_sections(folder: Path) -> Iterator[Document]:
    """A document per section of each Markdown file; pages marked (Alt) repeat others."""
    for file in glob.glob(str(folder / "**/*.md"), recursive=True):
        if "(Alt)" in file:
            continue
        for part in re.split(r"\n(?=#)", Path(file).read_text("utf8")):
            heading = re.match(r"#+\s*(.+)\n", part)
            body = part[heading.end() :] if heading else part
            paragraphs = [paragraph for paragraph in body.split("\n\n") if not paragraph.startswith("|")]
            section = heading.group(1).strip("* ") if heading else ""
            yield Path(file).stem, section, without_markup(" ".join(paragraphs))


def without_markup(text: str) -> str:
    return re.sub(r"[ \t]+", " ", re.sub(r"[*_`>#|]", "", text))


def evidence_by_title(file: Path) -> Iterator[Document]:
    """
    Evidence and context of FoolMeTwice, together per article.

    Their order is that of a set of strings, so that it is repeated only under the same PYTHONHASHSEED.
    """
    sentences: dict[str, set[str]] = {}
    for row in read_lines(file):
        sentences.setdefault(row["title"], set()).update([row["evidence"], *row.get("context", [])])
    for title, texts in sentences.items():
        yield title, "", " ".join(text for text in texts if text[:1].isupper() and len(text) > 30)


def played_chunks(folder: Path) -> Iterator[Document]:
    """What CRD3 says of the first episodes of play."""
    for episode in EPISODES:
        stored = json.loads((folder / f"C1E00{episode}.json").read_text("utf8"))
        for chunk in stored if isinstance(stored, list) else stored.get("chunks", []):
            if isinstance(chunk, dict) and "CHUNK" in chunk:
                yield f"Episode {episode}", "", chunk["CHUNK"]
