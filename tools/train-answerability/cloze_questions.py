"""
Questions made from a sentence by leaving out a name, a date, a number, a place or a reason, after Lewis et al.,
"Unsupervised Question Answering by Cloze Translation" (ACL 2019).
"""

import re
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from word_lists import SYNONYMS
from wording import capitalised

_MONTH = "(?:January|February|March|April|May|June|July|August|September|October|November|December)"
TIME = re.compile(
    rf"\b(?:in|since|on|by|until|from|during) (?:early |late |the )?(?:(?:\d{{1,2}} )?{_MONTH}(?: \d{{1,2}})?,? )?(?:1[0-9]|20)\d\d\b"
    rf"|\bon (?:\d{{1,2}} )?{_MONTH}(?: \d{{1,2}})?\b"
)
COUNT = re.compile(
    r"\b(\d[\d,.]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|fifty|hundred) ((?:[a-z]+ )?[a-z]{3,}s)\b"
)
AGENT = re.compile(r"\bby ((?:the )?[A-Z][\w'’.-]+(?: (?:of |de |the |van |and )?[A-Z][\w'’.-]+)*)")
PLACE = re.compile(r"\b(in|at|near|from|to) ((?:the )?[A-Z][\w'’-]+(?:,? (?:of |the )?[A-Z][\w'’-]+)*)")
REASON = re.compile(r",? (because|since|in order to|so that|due to|as a result of) [^.;]+")
SUBJECT_AND_PREDICATE = re.compile(
    r"^((?:The |A |An )?[A-Z][\w'’.-]*(?: (?:of |the |de |and )?[A-Za-z][\w'’-]*){0,4}?) (is|was|are|were|has|had|can|will|may|must|could|did|does|became|won|wrote|made|directed|founded|plays|played|contains|deals|takes|gains|causes|requires|allows|provides|increases|reduces|creates|uses) (.+)$"
)
AUXILIARY = re.compile(r"\b(is|was|are|were|has|have|had|can|will|may|must|could|should|would)\b")
OPENING_WORD = re.compile(r"(The|A|An|In|On|It|He|She|They|This|At|After|During|When|If)\b")
OPENING_REFERENCE = re.compile(r"^(He|She|It|They|This|The \w+)\b")
#: Subjects that do not say of what the sentence speaks.
BARE_SUBJECTS = ("The", "A", "It", "He", "She", "They", "This", "There")
FULL_NAME = re.compile(r"[A-Z]\w+ [A-Z]\w+$")

#: Words of a statement that a question may repeat; of a longer one a stretch about the gap is kept.
LONGEST_QUESTION = 14
SHORTEST_QUESTION = 3


class Cloze(NamedTuple):
    question: str
    #: The sentence without what the question asks for: it does not answer.
    unanswering: str


class Gap(NamedTuple):
    """What is left out of a sentence, from start to before end, in characters, and what it is asked for with."""

    question_word: str
    start: int
    end: int
    #: Stays in the sentence: of "four ships" the "ships ".
    kept: str = ""


def cloze_questions(sentence: str, title: str, rng: Random) -> list[Cloze]:
    """Every question that the sentence can be made into; title: of its document, which may stand for "it"."""
    statement = sentence.strip().rstrip(".")
    clozes = [cloze for gap in gaps(statement, rng) if (cloze := cloze_of(statement, gap, title, rng))]
    subject = subject_cloze(statement, title, rng)
    return [*clozes, subject] if subject else clozes


def gaps(statement: str, rng: Random) -> Iterator[Gap]:
    """Lazy, so that each question word is drawn right before its question is made: seeds depend on it."""
    for match in TIME.finditer(statement):
        yield Gap(rng.choice(["When", "When", "In which year", "On what date", "Since when"]), *match.span())
    for match in COUNT.finditer(statement):
        counted = match.group(2)
        words = ["How many " + counted, "How many " + counted, "What number of " + counted]
        yield Gap(rng.choice(words), *match.span(), kept=counted + " ")
    for match in AGENT.finditer(statement):
        yield Gap(rng.choice(["By whom", "Who"]), *match.span())
    for match in PLACE.finditer(statement):
        if not TIME.match(match.group(0)):
            to = match.group(1) == "to"
            yield Gap("Where to" if to else rng.choice(["Where", "Where", "In which place"]), *match.span())
    for match in REASON.finditer(statement):
        yield Gap(rng.choice(["Why", "For what reason", "Why", "How come"]), *match.span())


def cloze_of(statement: str, gap: Gap, title: str, rng: Random) -> Cloze | None:
    """None where too little is left to ask with."""
    before, after = statement[: gap.start], statement[gap.end :]
    rest = (before.rstrip(" ,") + " " + after.lstrip(" ,")).strip()
    rest = with_small_opening(with_title(rest, title, rng))
    words = rest.split()
    if len(words) < SHORTEST_QUESTION:
        return None
    if len(words) > LONGEST_QUESTION:
        start = max(0, len(before.split()) - rng.randint(5, 10))
        rest = " ".join(words[start : start + rng.randint(8, LONGEST_QUESTION)])
    question = f"{gap.question_word} {inverted(reworded(rest, rng), rng)}?"
    if rng.random() < 0.15:
        question = f"{reworded(rest, rng)}, {gap.question_word.lower()}?"
    unanswering = (before.rstrip(" ,") + " " + gap.kept + after).replace("  ", " ").strip(" ,") + "."
    return Cloze(capitalised(question), capitalised(unanswering))


def subject_cloze(statement: str, title: str, rng: Random) -> Cloze | None:
    """A question for the subject of a sentence; None where it has none that can be asked for, or it is the title."""
    match = SUBJECT_AND_PREDICATE.match(statement)
    if not match:
        return None
    subject, verb, predicate = match.groups()
    if subject in BARE_SUBJECTS or len(subject.split()) > 5 or subject.lower() == (title or "").lower():
        return None
    rest = verb + " " + " ".join(predicate.split()[: rng.randint(6, 14)])
    is_person = FULL_NAME.match(subject) is not None
    question_word = rng.choice(["Who", "Which person"] if is_person else ["What", "Which", "What thing"])
    question = capitalised(f"{question_word} {reworded(rest, rng)}?")
    pronoun = "It" if not is_person else "He" if rng.random() < 0.5 else "She"
    return Cloze(question, f"{pronoun} {verb} {predicate}.")


def with_small_opening(text: str) -> str:
    return text[0].lower() + text[1:] if text and OPENING_WORD.match(text) else text


def with_title(text: str, title: str, rng: Random) -> str:
    """Often with the title in the place of an opening that points to it."""
    if title and rng.random() < 0.6:
        return OPENING_REFERENCE.sub(lambda _: title, text, count=1)
    return text


def reworded(text: str, rng: Random) -> str:
    """With words left out, if there are more than five, and others replaced: people do not quote what they ask for."""
    words = text.split()
    kept = []
    for word in words:
        if rng.random() < 0.12 and len(words) > 5:
            continue
        synonym = SYNONYMS.get(word.lower().strip(".,;:"))
        kept.append(synonym if synonym and rng.random() < 0.5 else word)
    return " ".join(kept).rstrip(" .,;:")


def inverted(rest: str, rng: Random) -> str:
    """With the auxiliary verb before the subject, as questions have it; "did" may stand in for one."""
    auxiliary = AUXILIARY.search(rest)
    if auxiliary and 0 < auxiliary.start() < 60 and rng.random() < 0.8:
        return f"{auxiliary.group(1)} {rest[: auxiliary.start()].strip()} {rest[auxiliary.end() :].strip()}"
    return ("did " if rng.random() < 0.5 else "") + rest
