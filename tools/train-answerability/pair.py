"""What the network is trained on: a question and a sentence where it stands."""

from typing import NamedTuple


class Pair(NamedTuple):
    """In files a JSON list of these fields, in this order."""

    #: Of a claim with evidence: the claim.
    question: str
    #: Of the document, and headings above the sentence; empty where there are none.
    title: str
    section: str
    #: What stands before the sentence in its document.
    before: str
    sentence: str
    #: 1: the sentence answers the question (supports the claim), 0: it does not.
    label: int
