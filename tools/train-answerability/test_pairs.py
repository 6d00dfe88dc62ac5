"""`python -m unittest` in this folder: the parts that need nothing but Python."""

import re
import unittest
from random import Random

from attribute_pairs import attribute_pairs
from cloze_questions import cloze_questions
from event_pairs import event_pairs
from pack_pairs import rows_of
from value_sampler import ValueSampler

SENTENCE = "The lighthouse was built in 1859 by Mara Fell because ships had been lost."


class InventedPairs(unittest.TestCase):
    def test_the_same_seed_makes_the_same(self):
        for make in (attribute_pairs, event_pairs):
            self.assertEqual(make(ValueSampler(Random(3)), 200), make(ValueSampler(Random(3)), 200))

    def test_as_many_as_asked_for_with_both_labels(self):
        for make in (attribute_pairs, event_pairs):
            pairs = make(ValueSampler(Random(4)), 301)
            self.assertEqual(len(pairs), 301)
            self.assertEqual({pair.label for pair in pairs}, {0, 1})

    def test_no_placeholder_is_left(self):
        for make in (attribute_pairs, event_pairs):
            for pair in make(ValueSampler(Random(5)), 500):
                self.assertNotRegex(f"{pair.question} {pair.title} {pair.sentence}", r"\{[svp]\}")


class Clozes(unittest.TestCase):
    def test_what_is_asked_for_is_left_out_of_the_sentence_that_does_not_answer(self):
        clozes = cloze_questions(SENTENCE, "", Random(1))
        for question_word, answer in (("when|year|date", "1859"), ("whom|who", "Mara Fell"), ("why|reason|how come", "because")):
            fitting = [c for c in clozes if answer not in c.unanswering]
            self.assertEqual(len(fitting), 1)
            self.assertTrue(re.search(question_word, fitting[0].question, re.IGNORECASE), fitting[0].question)


class PackRows(unittest.TestCase):
    def test_a_candidate_that_holds_the_quote_is_labelled_and_claims_keep_their_place(self):
        question = {"id": "q1", "question": "Who built it?", "type": "simple_lookup", "answerable": True}
        place = {"title": "Light", "section": ["History"], "score": 0.5, "rank": 0}
        holding = {**place, "text": "Long ago Mara Fell built it.", "before": "It\nstands."}
        other = {**place, "text": "It burns oil.", "before": ""}
        record = {
            "pack": "p",
            "q": {**question, "evidence": [{"quote": "Mara Fell built it"}]},
            "answer": {"status": "answered"},
            "candidates": [other, holding],
            "lists": [],
            "drafts": [{"answer": "Mara Fell built it. [1]", "correct": True, "features": {}, "queryType": "simple_lookup"}],
            "attempts": [{"text": "Mara Fell built it. [1]", "citations": [{"title": "Light", "quote": "Long ago Mara Fell built it."}]}],
        }
        rows = rows_of(record)
        self.assertEqual([(row["kind"], row["y"]) for row in rows], [("cand", 0), ("cand", 1), ("draft", 1), ("claim", -1)])
        self.assertEqual(rows[2]["text"], "Mara Fell built it.")
        self.assertEqual(rows[3]["before"], "It stands.")


if __name__ == "__main__":
    unittest.main()
