"""Pairs made by rule from labelled ones: sentences and claims said in other words, and the same with one thing wrong."""

import random
import re
from collections.abc import Callable, Sequence

SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9\"“])")
NUMBER = re.compile(r"\b\d[\d,]*(?:\.\d+)?\b")
NAME = re.compile(r"\b[A-Z][\w'-]+(?: (?:of |the |de |and )?[A-Z][\w'-]+)*")
AUXILIARY = re.compile(r"\b(is|are|was|were|has|have|had|can|could|will|would|may|might|should|does|did|do)\b(?! not|n't)")
NEGATION = re.compile(r"\b(is|are|was|were|has|have|had|can|could|will|would|may|might|should|does|did|do) not ")
DIGITS = "zero one two three four five six seven eight nine ten eleven twelve".split()

SAME = [
    ("big", "large"), ("began", "started"), ("begin", "start"), ("film", "movie"), ("also ", ""), ("located in", "in"),
    ("approximately", "about"), ("around", "about"), ("became", "turned into"), ("received", "got"), ("purchase", "buy"),
    ("purchased", "bought"), ("assist", "help"), ("assists", "helps"), ("obtain", "get"), ("demonstrated", "showed"),
    ("demonstrate", "show"), ("demonstrates", "shows"), ("reveal", "show"), ("reveals", "shows"), ("however, ", ""),
    ("significantly ", ""), ("several", "a number of"), ("many", "a lot of"), ("children", "kids"), ("city", "town"),
    ("stated", "said"), ("states that", "says that"), ("released", "put out"), ("died", "passed away"), ("author", "writer"),
    ("wrote", "authored"), ("created", "made"), ("founded", "established"), ("constructed", "built"), ("company", "firm"),
    ("occurs", "happens"), ("occurred", "took place"), ("produce", "make"), ("produces", "makes"), ("near", "close to"),
    ("reduces", "lowers"), ("reduce", "lower"), ("increases", "raises"), ("associated with", "linked to"),
    ("United States", "US"), ("U.S.", "American"), ("is known as", "is called"), ("known for", "famous for"),
    ("therefore", "so"), ("because", "since"), ("although", "even though"), ("previously", "earlier"), ("very ", ""),
    ("identified", "found"), ("required", "needed"), ("requires", "needs"), ("primary", "main"), ("study", "research"),
    ("it is", "it's"), ("do not", "don't"), ("does not", "doesn't"), ("did not", "didn't"), ("is not", "isn't"),
    ("was not", "wasn't"), ("cannot", "can not"), ("served as", "was"), ("acts as", "is"), ("the country", "the nation"),
]  # fmt: skip

OPPOSITE = [
    ("increase", "decrease"), ("increases", "decreases"), ("increased", "decreased"), ("higher", "lower"), ("high", "low"),
    ("more", "less"), ("before", "after"), ("first", "last"), ("largest", "smallest"), ("large", "small"), ("old", "young"),
    ("older", "younger"), ("early", "late"), ("earlier", "later"), ("north", "south"), ("northern", "southern"),
    ("east", "west"), ("eastern", "western"), ("male", "female"), ("man", "woman"), ("men", "women"), ("father", "mother"),
    ("brother", "sister"), ("son", "daughter"), ("husband", "wife"), ("actor", "director"), ("singer", "painter"),
    ("won", "lost"), ("wins", "loses"), ("accepted", "rejected"), ("positive", "negative"), ("activates", "inhibits"),
    ("activation", "inhibition"), ("promotes", "suppresses"), ("presence", "absence"), ("with", "without"),
    ("always", "never"), ("all", "none"), ("most", "few"), ("best", "worst"), ("begins", "ends"), ("started", "ended"),
    ("rise", "fall"), ("rises", "falls"), ("above", "below"), ("over", "under"), ("long", "short"), ("strong", "weak"),
    ("public", "private"), ("success", "failure"), ("successful", "unsuccessful"), ("alive", "dead"), ("born", "died"),
    ("American", "British"), ("English", "French"), ("German", "Italian"), ("album", "film"), ("novel", "song"),
    ("monthly", "yearly"), ("weekly", "daily"), ("million", "billion"), ("minutes", "hours"), ("days", "weeks"),
    ("buy", "sell"), ("bought", "sold"), ("open", "closed"), ("opened", "closed"), ("inside", "outside"), ("left", "right"),
    ("agreed", "refused"), ("allowed", "forbidden"), ("same", "different"), ("majority", "minority"), ("gain", "loss"),
]  # fmt: skip

STRONGER = [
    ("some", "all"), ("many", "all"), ("most", "all"), ("often", "always"), ("sometimes", "always"), ("may", "must"),
    ("might", "will"), ("can", "must"), ("usually", "always"), ("several", "all"), ("one of the", "the"), ("partly", "fully"),
    ("almost", "exactly"), ("at least", "exactly"), ("suggests", "proves"), ("suggest", "prove"), ("likely", "certainly"),
]  # fmt: skip


def sentences(text: str) -> list[str]:
    return [part for part in SENTENCE.split(text) if part]


def _replaced(text: str, pairs: Sequence[tuple[str, str]], rng: random.Random, both_ways: bool) -> str | None:
    """One of the words that the text holds, by its counterpart; None when it holds none."""
    found = []
    for first, second in pairs:
        for old, new in ((first, second), (second, first)) if both_ways else ((first, second),):
            if old and re.search(rf"\b{re.escape(old.strip())}\b", text):
                found.append((old, new))
    if not found:
        return None
    old, new = rng.choice(found)
    changed = re.sub(rf"\b{re.escape(old)}" + ("" if old.endswith(" ") else r"\b"), new, text, count=1)
    return changed if changed != text else None


def reworded(text: str, rng: random.Random) -> str:
    """The same in other words, or less of it: what follows from the text, by the look of it."""
    changes: list[Callable[[str], str | None]] = [
        lambda t: re.sub(r" ?\([^()]*\)", "", t),
        lambda t: re.sub(r"^(?:In|On|At|During|After|By|For) [^,]{3,40}, (\w)", lambda m: m[1].upper(), t),
        lambda t: re.sub(r", (?:which|who|where|whose|including|such as|with|although|while)\b[^.]*", "", t),
        lambda t: re.sub(r"\b([A-Z]\w+) and ([A-Z]\w+)\b", r"\2 and \1", t, count=1),
        lambda t: re.sub(r"\b(\d{1,2})\b(?![.,:/-]\d)", lambda m: DIGITS[int(m[1])] if int(m[1]) <= 12 else m[1], t, count=1),
        lambda t: re.sub(rf"\b({'|'.join(DIGITS[2:])})\b", lambda m: str(DIGITS.index(m[1])), t, count=1),
        lambda t: _replaced(t, SAME, rng, both_ways=False),
        lambda t: _replaced(t, SAME, rng, both_ways=False),
        lambda t: re.sub(r"^(.{12,}?\b(?:is|was|are|were)\b.{12,}?), [^,]{8,}\.$", r"\1.", t),
    ]
    for change in rng.sample(changes, rng.choice((1, 2, 3, 3, 4))):
        text = change(text) or text
    return text


def _other_number(text: str, around: str, rng: random.Random) -> str | None:
    matches = list(NUMBER.finditer(text))
    if not matches:
        return None
    match = rng.choice(matches)
    old = match[0]
    elsewhere = [n for n in NUMBER.findall(around) if n != old and n not in text and abs(len(n) - len(old)) <= 1]
    if elsewhere and rng.random() < 0.5:
        new = rng.choice(elsewhere)
    else:
        digits = old.replace(",", "")
        value = float(digits)
        year = len(digits) == 4 and digits.isdigit() and 1000 < value < 2100
        moved = value + rng.choice((-30, -10, -7, -3, -2, -1, 1, 2, 3, 7, 10)) if year else value * rng.choice((0.3, 0.5, 0.8, 1.2, 2, 3))
        new = str(int(round(moved))) if "." not in digits else f"{moved:.1f}"
    return None if new == old else text[: match.start()] + new + text[match.end() :]


def negated(text: str, rng: random.Random) -> str | None:
    """The first negation taken away, or one put in; None where neither can be."""
    if NEGATION.search(text):
        return NEGATION.sub(r"\1 ", text, count=1)
    matches = list(AUXILIARY.finditer(text))
    if not matches:
        return None
    match = matches[0] if rng.random() < 0.8 else rng.choice(matches)
    word = rng.choice((" not", " not", " never", " no longer"))
    return text[: match.end()] + word + text[match.end() :]


def _other_name(text: str, around: str, rng: random.Random) -> str | None:
    names = [match for match in NAME.finditer(text) if len(match[0]) > 3 and (match.start() > 0 or " " in match[0])]
    others = [name for name in NAME.findall(around) if len(name) > 3 and name not in text]
    if not names or not others:
        return None
    match = rng.choice(names)
    return text[: match.start()] + rng.choice(others) + text[match.end() :]


def _swapped_names(text: str, rng: random.Random) -> str | None:
    names = [match for match in NAME.finditer(text) if len(match[0]) > 3]
    pairs = [
        (a, b)
        for a, b in zip(names, names[1:])
        if a[0] != b[0] and not re.fullmatch(r"[\s,]*(?:and|or)?[\s,]*", text[a.end() : b.start()])
    ]
    if not pairs:
        return None
    a, b = rng.choice(pairs)
    return text[: a.start()] + b[0] + text[a.end() : b.start()] + a[0] + text[b.end() :]


def _with_other_predicate(text: str, others: Sequence[str], rng: random.Random) -> str | None:
    """The subject of one sentence with what another says of something else."""
    split = lambda sentence: re.match(r"^(.{4,60}?) (is|are|was|were|has|have|had|can|will)\b (.+)$", sentence)
    own = split(text)
    found = [match for match in map(split, others) if match and match[2] == (own[2] if own else "") and own and match[1] != own[1]]
    if not own or not found:
        return None
    return f"{own[1]} {own[2]} {rng.choice(found)[3]}"


def _with_more(text: str, others: Sequence[str], rng: random.Random) -> str | None:
    """A sentence with a detail that belongs to another."""
    details = [m[1] for other in others if (m := re.search(r"( (?:in|by|with|for|from|because of|at|which|who) [^,.]{6,60})[.,]", other))]
    details = [detail for detail in details if detail.strip() not in text]
    if not details or not text.endswith("."):
        return None
    return text[:-1] + rng.choice(details) + "."


def with_error(text: str, evidence: str, others: Sequence[str], rng: random.Random) -> str | None:
    """
    The text with one thing wrong, which the evidence does not bear out; None when no rule finds something to change.

    `others` are sentences that do not belong to the text, from which names, predicates and details are taken.
    """
    around = evidence if rng.random() < 0.6 else " ".join(others)
    rules: list[Callable[[], str | None]] = [
        lambda: _other_number(text, evidence, rng),
        lambda: _other_number(text, evidence, rng),
        lambda: negated(text, rng),
        lambda: _other_name(text, around, rng),
        lambda: _other_name(text, around, rng),
        lambda: _swapped_names(text, rng),
        lambda: _with_other_predicate(text, others, rng),
        lambda: _with_more(text, others, rng),
        lambda: _replaced(text, OPPOSITE, rng, both_ways=True),
        lambda: _replaced(text, OPPOSITE, rng, both_ways=True),
        lambda: _replaced(text, STRONGER, rng, both_ways=False),
    ]
    rng.shuffle(rules)
    for rule in rules:
        changed = rule()
        if changed and changed not in evidence:
            return changed
    return None


def without(sentence: str, evidence: str) -> str | None:
    """The evidence without a sentence, when nothing else in it holds most of that sentence's words."""
    words = set(re.findall(r"\w{4,}", sentence.lower()))
    rest = [other for other in sentences(evidence) if other != sentence]
    held = words & set(re.findall(r"\w{4,}", " ".join(rest).lower()))
    return " ".join(rest) if rest and words and len(held) <= 0.6 * len(words) else None
