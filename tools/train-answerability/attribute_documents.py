"""Invented documents that state attributes of one to three subjects of one type."""

import re
from random import Random
from typing import NamedTuple

from value_sampler import ValueSampler
from word_lists import ATTRIBUTES, Attribute, alternatives
from wording import capitalised, uncapitalised, with_pronoun

#: Sentences that state nothing which is asked for.
FILLERS = alternatives(
    "This is well known.|Many have written about it.|Nothing else is certain.|Visitors often ask.|The weather is mild.|It is a quiet matter.|That has not changed for years.|Opinions differ."
)
HEADINGS = alternatives(
    "Overview|History|Details|Rules|Facts|For visitors|Data|Notes|People|At a glance|Practical matters|Background|Prices|Equipment|What to know"
)
#: After the name of a place, in the title of a document on several subjects.
TITLE_ENDINGS = [" handbook", "", "", " guide", ": notes", " report"]
CONJUNCTIONS = [", and ", "; ", ", while "]

#: An attribute and its value.
Fact = tuple[Attribute, str]


class Subject(NamedTuple):
    name: str
    facts: list[Fact]

    def without_value(self, type_: str) -> list[Attribute]:
        """Attributes of the type of which the document does not give the subject's value."""
        stated = [attribute for attribute, _ in self.facts]
        return [attribute for attribute in ATTRIBUTES[type_] if attribute not in stated]


class Sentence(NamedTuple):
    subject: str
    #: Names of the attributes that it states.
    attributes: set[str]
    text: str


class AttributeDocument(NamedTuple):
    type: str
    title: str
    subjects: list[Subject]
    sentences: list[Sentence]

    def before(self, index: int) -> str:
        """The sentence before that at an index from 0; empty for the first."""
        return self.sentences[index - 1].text if index > 0 else ""


def sampled_document(values: ValueSampler) -> AttributeDocument:
    type_ = values.one_of(list(ATTRIBUTES))
    subjects = [sampled_subject(type_, values) for _ in range(values.one_of([1, 1, 2, 3]))]
    title = sampled_title(subjects, values)
    sentences = [sentence for subject in subjects for sentence in sentences_on(subject, type_, values.rng)]
    return AttributeDocument(type_, title, subjects, sentences)


def sampled_subject(type_: str, values: ValueSampler) -> Subject:
    """A subject with a value for four to eight of its attributes, in random order."""
    name = values.subject(type_)
    available = ATTRIBUTES[type_]
    attributes = values.rng.sample(available, min(len(available), values.rng.randint(4, 8)))
    values.rng.shuffle(attributes)
    return Subject(name, [(attribute, values.value(attribute.kind)) for attribute in attributes])


def sampled_title(subjects: list[Subject], values: ValueSampler) -> str:
    """The name of the only subject, or that of a place which the document could be about."""
    if len(subjects) == 1 and values.rng.random() < 0.7:
        return capitalised(subjects[0].name)
    return capitalised(values.place()) + values.one_of(TITLE_ENDINGS)


def sentences_on(subject: Subject, type_: str, rng: Random) -> list[Sentence]:
    """All facts of a subject, one or two a sentence; sometimes a filler after them."""
    sentences: list[Sentence] = []
    stated = 0
    while stated < len(subject.facts):
        size = 2 if rng.random() < 0.25 and stated + 1 < len(subject.facts) else 1
        facts = subject.facts[stated : stated + size]
        stated += size
        text = statement_of(facts, subject.name, type_, rng, is_first=not sentences)
        # What these draws once decided is gone; without them the seeds of the shipped network would give other pairs.
        if rng.random() < 0.08:
            rng.random()
        sentences.append(Sentence(subject.name, {attribute.name for attribute, _ in facts}, text))
    if rng.random() < 0.1:
        sentences.append(Sentence(subject.name, set(), rng.choice(FILLERS)))
    return sentences


def statement_of(facts: list[Fact], subject: str, type_: str, rng: Random, is_first: bool) -> str:
    """One or two facts in words; only the first mention of a document's subject surely carries its name."""
    clauses = []
    for index, (attribute, value) in enumerate(facts):
        clause = rng.choice(attribute.statements).rstrip(".")
        if (not is_first and rng.random() < 0.45) or index > 0:
            clause = with_pronoun(clause, type_, rng)
        else:
            clause = clause.replace("{s}", subject)
        clauses.append(clause.replace("{v}", value))
    return joined(clauses, rng)


def joined(clauses: list[str], rng: Random) -> str:
    """One or two clauses as a sentence; one that opens with a name stays a sentence of its own."""
    first = capitalised(clauses[0])
    if len(clauses) == 1:
        return f"{first}."
    if re.match(r"[A-Z]\w+ [A-Z]", clauses[1]):
        return f"{first}. {capitalised(clauses[1])}."
    return f"{first}{rng.choice(CONJUNCTIONS)}{uncapitalised(clauses[1])}."
