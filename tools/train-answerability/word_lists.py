"""
The word lists that stand beside this file as text.

    vocabulary.txt   `# section`, then `key: word|word|…` a line: values by kind, subjects by type, parts of names, synonyms
    attributes.txt   `# type of subject`, then per attribute `name:kind of value`, `q question|…`, `s statement|…`;
                     {s} stands for the subject, {v} for the value
    events.txt       `participle|participle ; verb` a line: wordings of one event
"""

from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent


class Attribute(NamedTuple):
    """Something that subjects of one type have, how it is asked for, and how it is stated."""

    name: str
    #: Key of a list of values, or a kind that ValueSampler makes.
    kind: str
    questions: list[str]
    statements: list[str]


class Event(NamedTuple):
    """Something that happens to a subject; events are told apart by identity."""

    participles: list[str]


def alternatives(text: str) -> list[str]:
    """The words of `a|b|c`, in their order, without empty ones."""
    return [word.strip() for word in text.split("|") if word.strip()]


def read_vocabulary() -> dict[str, dict[str, list[str]]]:
    """Lists of words by section and key."""
    sections: dict[str, dict[str, list[str]]] = {}
    section: dict[str, list[str]] = {}
    for line in (FOLDER / "vocabulary.txt").read_text("utf8").splitlines():
        if line.startswith("# "):
            section = sections.setdefault(line[2:], {})
        else:
            key, words = line.split(": ", 1)
            section[key] = alternatives(words)
    return sections


def read_attributes() -> dict[str, list[Attribute]]:
    """Attributes by type of subject, in the order of the file: seeded draws depend on it."""
    by_type: dict[str, list[Attribute]] = {}
    attributes: list[Attribute] = []
    for line in map(str.strip, (FOLDER / "attributes.txt").read_text("utf8").splitlines()):
        if line.startswith("# "):
            attributes = by_type.setdefault(line[2:], [])
        elif line.startswith("q "):
            attributes[-1].questions.extend(alternatives(line[2:]))
        elif line.startswith("s "):
            attributes[-1].statements.extend(alternatives(line[2:]))
        elif line:
            name, kind = line.split(":")
            attributes.append(Attribute(name, kind, [], []))
    return by_type


def read_events() -> list[Event]:
    lines = (FOLDER / "events.txt").read_text("utf8").splitlines()
    return [Event(alternatives(line.split(";")[0])) for line in lines]


_VOCABULARY = read_vocabulary()
VALUES = _VOCABULARY["values"]
SUBJECTS = _VOCABULARY["subjects"]
NAMES = _VOCABULARY["names"]
SYNONYMS = {word: synonyms[0] for word, synonyms in _VOCABULARY["synonyms"].items()}
ATTRIBUTES = read_attributes()
EVENTS = read_events()
