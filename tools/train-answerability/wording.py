"""How people put sentences and questions: pronouns for subjects, and questions as they are typed."""

from random import Random

PRONOUNS = {
    "person": ["He", "She", "They"],
    "thing": ["It"],
    "org": ["It", "They"],
    "place": ["It"],
    "creature": ["It"],
    "event": ["It"],
    "rule": ["It"],
    "dish": ["It"],
    "tech": ["It"],
    "spell": ["It"],
}
OBJECTS = {"He": "him", "She": "her", "It": "it", "They": "them"}
OPENINGS = [
    "Tell me: ",
    "Do we know ",
    "I would like to know: ",
    "Quick question, ",
    "My colleague asks: ",
    "Please say ",
]


def capitalised(text: str) -> str:
    """The first letter only; the others stay as they are."""
    return text[:1].upper() + text[1:]


def uncapitalised(text: str) -> str:
    return text[:1].lower() + text[1:]


def with_pronoun(statement: str, subject_type: str, rng: Random) -> str:
    """The statement with a pronoun of the type in the place of its {s}."""
    pronoun = rng.choice(PRONOUNS[subject_type])
    if not statement.startswith("{s} "):
        return statement.replace("{s}", OBJECTS[pronoun])
    statement = statement.replace("{s}", pronoun)
    if pronoun == "They":
        for singular, plural in (("is", "are"), ("was", "were"), ("has", "have")):
            statement = statement.replace(f"They {singular}", f"They {plural}")
    return statement


def as_typed(question: str, rng: Random) -> str:
    """The question as somebody might type it: without its mark, in small letters, with an opening, with a letter left out."""
    style = rng.random()
    if style < 0.12:
        question = question.rstrip("?")
    elif style < 0.2:
        question = question.lower()
    elif style < 0.26:
        question = rng.choice(OPENINGS) + uncapitalised(question)
    if rng.random() < 0.05 and len(question) > 12:
        lost = rng.randrange(3, len(question) - 3)
        question = question[:lost] + question[lost + 1 :]
    return capitalised(question) if rng.random() < 0.85 else question
