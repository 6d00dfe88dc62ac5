"""Cloze questions on running text, with the sentences of their documents."""

import re
from collections.abc import Iterable
from random import Random

from cloze_questions import cloze_questions
from pair import Pair
from wording import as_typed

SENTENCE_END = re.compile(r'(?<=[.!?])\s+(?=[A-Z"“(])')
#: In characters, neither included.
SENTENCE_LENGTHS = (25, 420)
STOP_WORDS = set(
    "the a an of in on at to and or for with by from as that this these those it its his her their was were is are be been has have had which who".split()
)

#: Title, headings, text.
Document = tuple[str, str, str]


def cloze_pairs(documents: Iterable[Document], rng: Random, per_document: int = 4) -> list[Pair]:
    """Up to per_document questions of each document; sentences of the one before serve as such that do not answer."""
    pairs: list[Pair] = []
    previous: list[str] = []
    for title, section, text in documents:
        sentences = sentences_of(text)
        if len(sentences) > 1:
            for _ in range(per_document):
                pairs += pairs_of_question(title, section, sentences, previous, rng)
        previous = sentences or previous
    return pairs


def pairs_of_question(
    title: str, section: str, sentences: list[str], previous: list[str], rng: Random
) -> list[Pair]:
    """A sentence that answers, the same without the answer, and others; none where no question can be made of it."""
    at = rng.randrange(len(sentences))
    clozes = cloze_questions(sentences[at], title, rng)
    if not clozes:
        return []
    cloze = rng.choice(clozes)
    question = as_typed(cloze.question, rng)

    def before(index: int) -> str:
        return sentences[index - 1] if index else ""

    pairs = [Pair(question, title, section, before(at), sentences[at], 1)]
    if rng.random() < 0.8:
        pairs.append(Pair(question, title, section, before(at), cloze.unanswering, 0))
    asked = content_words(question)
    others = [index for index in range(len(sentences)) if index != at]
    nearest_first = sorted(others, key=lambda index: -len(content_words(sentences[index]) & asked))
    chosen = nearest_first[:1] + ([rng.choice(nearest_first)] if rng.random() < 0.7 else [])
    pairs += [
        Pair(question, title, section, before(index), sentences[index], 0) for index in dict.fromkeys(chosen)
    ]
    if previous and rng.random() < 0.3:
        pairs.append(Pair(question, title, section, "", rng.choice(previous), 0))
    return pairs


def sentences_of(text: str) -> list[str]:
    shortest, longest = SENTENCE_LENGTHS
    sentences = SENTENCE_END.split(re.sub(r"\s+", " ", text))
    return [sentence for sentence in sentences if shortest < len(sentence) < longest]


def content_words(text: str) -> set[str]:
    return {word for word in re.findall(r"[a-z0-9]+", text.lower()) if word not in STOP_WORDS and len(word) > 2}
