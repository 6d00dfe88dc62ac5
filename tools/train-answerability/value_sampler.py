"""Draws names, numbers and values of invented subjects."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from word_lists import NAMES, SUBJECTS, VALUES, alternatives

T = TypeVar("T")

NUMERALS = alternatives(
    "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|sixty|ninety|a hundred|three hundred"
)
MONTHS = alternatives("January|February|March|April|May|June|July|August|September|October|November|December")
DAYS = alternatives(
    "midsummer|the first Sunday in May|Friday|the eve of the harvest|31 March|the day after Easter|the new moon"
)
CURRENCIES = alternatives("crowns|pennies|euros|pounds|stags|cr|wicks|francs|silver marks|dollars")
RATES = [" a year", " a month", " a night", " per head", ""]
MASSES = alternatives("kg|tonnes|pounds|grams|stone|kilos|mg|hundredweight")
LENGTHS = alternatives("metres|feet|km|paces|miles|m|fathoms|centimetres|ells|leagues")
DURATIONS = alternatives("minutes|hours|days|weeks|months|years|nights|working days|seconds")

SITE_QUALITIES = alternatives("north|old|lower|upper|west|red|stone|new|long")
SITES = alternatives("quay|gate|mill|hall|field|cellar|market|tower|bridge|pier|barn|chapel|yard|garden")
SITE_SUFFIXES = alternatives("Quay|Hill|Bridge|Street|Bay|Point|Wood|Cross|Moor|House|Bank")
BODY_QUALITIES = alternatives("old|great|lower|white|royal|spring|night|first|northern")
KIND_QUALITIES = alternatives(
    "grey|winter|marsh|blue|quick|night|stone|silver|travel|guest|parental|river|salt|dry|honey|guard|green|mountain|sleep|fuel|study|deep|wind|horned|small"
)
#: Types of subjects that real titles may name.
TITLED_TYPES = ("thing", "org", "place", "event")


class ValueSampler:
    """All draws come from the one generator handed in: the same seed and the same calls give the same values."""

    def __init__(self, rng: Random, titles: Sequence[str] = ()):
        """titles: of real documents, mixed into places and subjects."""
        self.rng = rng
        self.titles = list(titles)

    def one_of(self, words: Sequence[T]) -> T:
        return self.rng.choice(words)

    def invented_word(self) -> str:
        word = self.one_of(NAMES["syllable"]) + self.one_of(NAMES["ending"])
        if self.rng.random() < 0.25:
            word += self.one_of(NAMES["ending"])
        return word

    def person(self) -> str:
        form = self.rng.random()
        given = self.one_of(NAMES["given"]) if self.rng.random() < 0.6 else self.invented_word()
        if form < 0.75:
            return f"{given} {self.invented_word()}"
        return f"{self.one_of(NAMES['title'])} {self.invented_word()}" if form < 0.9 else given

    def place(self) -> str:
        form = self.rng.random()
        if form < 0.4:
            return self.invented_word()
        if form < 0.55 and self.titles:
            return self.one_of(self.titles)
        if form < 0.8:
            return f"the {self.one_of(SITE_QUALITIES)} {self.one_of(SITES)}"
        return f"{self.invented_word()} {self.one_of(SITE_SUFFIXES)}"

    def number(self, least: int, most: int) -> str:
        """least–most, both included; thousands are set off by commas."""
        number = self.rng.randint(least, most)
        return f"{number:,}" if number > 999 else str(number)

    def small_number(self) -> str:
        """2–300, in letters or digits."""
        return self.one_of(NUMERALS) if self.rng.random() < 0.5 else self.number(2, 90)

    def value(self, kind: str) -> str:
        """
        A value of an attribute's kind.

        Raises KeyError for a kind that is neither made here nor a list of vocabulary.txt.
        """
        makers = {
            "person": self.person,
            "place": self.place,
            "org": lambda: self.subject("org"),
            "year": self._year,
            "date": self._date,
            "count": lambda: self._quantity(0.5, 3, 20000),
            "money": self._money,
            "mass": lambda: f"{self._quantity(0.5, 2, 9000)} {self.one_of(MASSES)}",
            "len": lambda: f"{self._quantity(0.5, 2, 900)} {self.one_of(LENGTHS)}",
            "duration": lambda: f"{self.small_number()} {self.one_of(DURATIONS)}",
            "years": lambda: f"{self.small_number()} years",
        }
        return makers[kind]() if kind in makers else self.one_of(VALUES[kind])

    def _quantity(self, share_of_small: float, least: int, most: int) -> str:
        return self.small_number() if self.rng.random() < share_of_small else self.number(least, most)

    def _year(self) -> str:
        # All spans are drawn from before one is chosen; the last stands twice, as most documents are of our time.
        spans = ((280, 700), (1400, 2025), (1850, 2024), (1850, 2024))
        return str(self.one_of([self.rng.randint(*span) for span in spans]))

    def _date(self) -> str:
        day = f"{self.rng.randint(1, 28)} {self.one_of(MONTHS)}"
        if self.rng.random() >= 0.8:
            return self.one_of(DAYS)
        return day + (f" {self.rng.randint(1700, 2026)}" if self.rng.random() < 0.6 else "")

    def _money(self) -> str:
        sum_ = f"{self._quantity(0.6, 2, 9000)} {self.one_of(CURRENCIES)}"
        return sum_ + (self.one_of(RATES) if self.rng.random() < 0.2 else "")

    def subject(self, type_: str) -> str:
        """A name for a subject of a type of attributes.txt; things and the like carry their article."""
        if type_ == "person":
            return self.person()
        if self.titles and self.rng.random() < 0.12 and type_ in TITLED_TYPES:
            return self.one_of(self.titles)
        noun = self.one_of(SUBJECTS[type_])
        form = self.rng.random()
        if type_ == "thing":
            return self._thing(noun, form)
        if type_ in ("org", "place", "event"):
            return self._body(noun, form, type_)
        if form < 0.5:
            return f"the {self.one_of(KIND_QUALITIES)} {noun}"
        return f"{self.invented_word()}'s {noun}" if form < 0.75 else f"the {noun}"

    def _thing(self, noun: str, form: float) -> str:
        if form < 0.4:
            return noun
        if form < 0.7:
            return f"{noun} {self.invented_word()}"
        return f"{noun} of {self.invented_word()}" if form < 0.85 else f"the {self.invented_word()}"

    def _body(self, noun: str, form: float, type_: str) -> str:
        if form < 0.3:
            return f"the {self.invented_word()} {noun}"
        if form < 0.5:
            return f"the {noun} of {self.invented_word()}"
        if form < 0.7 and type_ != "event":
            return f"{self.invented_word()} {noun.title()}"
        if form < 0.85 and type_ == "place":
            return self.invented_word()
        return f"the {self.one_of(BODY_QUALITIES)} {noun}"
