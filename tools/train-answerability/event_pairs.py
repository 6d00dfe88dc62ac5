"""Questions for when, where, why, how, by whom and for how much something happened; the events may or may not say so."""

from collections.abc import Callable
from typing import NamedTuple

from pair import Pair
from value_sampler import ValueSampler
from word_lists import EVENTS, VALUES, Event
from wording import PRONOUNS, as_typed, capitalised

SUBJECT_TYPES = ["thing", "org", "place", "person", "creature", "rule", "event", "tech"]
QUESTIONS_PER_DOCUMENT = 3
SENTENCES_PER_QUESTION = 3
TIMES = ["last spring", "at dawn", "two days later", "the year after", "soon after midnight", "in the autumn"]
#: Reasons that are clauses: "of a quarrel" cannot follow "since".
REASONS = [reason for reason in VALUES["reason"] if not reason.startswith("of ")]
MEANS = VALUES["agent"] + VALUES["weapon"] + VALUES["food"]


def time_of(values: ValueSampler) -> str:
    forms: list[Callable[[], str]] = [
        lambda: "in " + values.value("year"),
        lambda: "on " + values.value("date"),
        lambda: values.one_of(TIMES),
    ]
    return values.one_of(forms)()


#: What makes an adjunct of each kind; the order of the kinds is part of the seed.
ADJUNCTS: dict[str, Callable[[ValueSampler], str]] = {
    "when": time_of,
    "who": lambda values: "by " + (values.person() if values.rng.random() < 0.7 else values.subject("org")),
    "where": lambda values: values.one_of(["in ", "at ", "near "]) + values.place(),
    "why": lambda values: values.one_of(["because ", "since ", "as "]) + values.one_of(REASONS),
    "how": lambda values: "with " + values.one_of(MEANS),
    "howmuch": lambda values: "for " + values.value("money"),
}
#: Order of adjuncts in a sentence.
ADJUNCT_ORDER = ["who", "how", "where", "howmuch", "when", "why"]

#: By kind of adjunct; {s} stands for the subject, {p} for a participle of the event.
QUESTIONS = {
    "when": [
        "When was {s} {p}?",
        "In which year was {s} {p}?",
        "On what day was {s} {p}?",
        "Since when has {s} been {p}?",
    ],
    "who": ["Who was {s} {p} by?", "By whom was {s} {p}?", "Whose doing was it that {s} was {p}?", "Who had {s} {p}?"],
    "where": ["Where was {s} {p}?", "In which place was {s} {p}?", "At what spot was {s} {p}?"],
    "why": [
        "Why was {s} {p}?",
        "For what reason was {s} {p}?",
        "What was the reason that {s} was {p}?",
        "How come {s} was {p}?",
    ],
    "how": ["How was {s} {p}?", "With what was {s} {p}?", "What was used when {s} was {p}?"],
    "howmuch": [
        "For how much was {s} {p}?",
        "What sum was named when {s} was {p}?",
        "How much money went over the table when {s} was {p}?",
    ],
}


class EventSentence(NamedTuple):
    subject: str
    event: Event
    #: Kinds of the adjuncts that it holds.
    adjuncts: set[str]
    text: str


def event_pairs(values: ValueSampler, count: int) -> list[Pair]:
    """
    count pairs; the last document may be cut short.

    Kinds are drawn from sets of strings, so that a run is repeated only under the same PYTHONHASHSEED.
    """
    pairs: list[Pair] = []
    while len(pairs) < count:
        pairs += pairs_of_document(values)
    return pairs[:count]


def pairs_of_document(values: ValueSampler) -> list[Pair]:
    rng = values.rng
    type_ = rng.choice(SUBJECT_TYPES)
    subjects = [values.subject(type_) for _ in range(rng.choice([1, 1, 2]))]
    title = capitalised(subjects[0] if len(subjects) == 1 and rng.random() < 0.7 else values.place())
    events = rng.sample(EVENTS, rng.randint(3, 5))
    sentences = [
        sentence_on(event, subjects, type_, values, is_first=index == 0) for index, event in enumerate(events)
    ]
    return [
        pair
        for _ in range(QUESTIONS_PER_DOCUMENT)
        for pair in pairs_of_question(title, subjects, events, sentences, values)
    ]


def sentence_on(
    event: Event, subjects: list[str], type_: str, values: ValueSampler, is_first: bool
) -> EventSentence:
    """An event of one of the subjects with up to three adjuncts; the time may open the sentence."""
    rng = values.rng
    subject = rng.choice(subjects)
    kinds = rng.sample(list(ADJUNCTS), rng.choice([0, 1, 1, 2, 2, 3]))
    participle = rng.choice(event.participles)
    adjuncts = {kind: ADJUNCTS[kind](values) for kind in kinds}
    mention = subject if is_first or rng.random() < 0.6 else rng.choice(PRONOUNS[type_])
    words = [mention, "were" if mention == "They" else "was", participle]
    order = [kind for kind in ADJUNCT_ORDER if kind in adjuncts]
    if "when" in adjuncts and rng.random() < 0.4:
        order.remove("when")
        words.insert(0, capitalised(adjuncts["when"]))
    words += [adjuncts[kind] for kind in order]
    return EventSentence(subject, event, set(kinds), capitalised(" ".join(words)) + ".")


def pairs_of_question(
    title: str, subjects: list[str], events: list[Event], sentences: list[EventSentence], values: ValueSampler
) -> list[Pair]:
    """A question for an adjunct of an event, mostly one of the document's; sentences on that event come first."""
    rng = values.rng
    event = rng.choice(events) if rng.random() < 0.8 else rng.choice(EVENTS)
    another = rng.choice(subjects)
    told = next((sentence for sentence in sentences if sentence.event is event), None)
    subject, adjuncts = (told.subject, told.adjuncts) if told else (another, set())
    is_said = bool(adjuncts) and rng.random() < 0.55
    kind = rng.choice(list(adjuncts if is_said else QUESTIONS))
    question = rng.choice(QUESTIONS[kind]).replace("{s}", subject).replace("{p}", rng.choice(event.participles))
    question = as_typed(question, rng)
    order = list(range(len(sentences)))
    rng.shuffle(order)
    order.sort(key=lambda index: sentences[index].event is not event)

    def pair_at(index: int) -> Pair:
        sentence = sentences[index]
        answers = sentence.event is event and kind in sentence.adjuncts and sentence.subject == subject
        before = sentences[index - 1].text if index else ""
        return Pair(question, title, "", before, sentence.text, int(answers))

    return [pair_at(index) for index in order[:SENTENCES_PER_QUESTION]]
