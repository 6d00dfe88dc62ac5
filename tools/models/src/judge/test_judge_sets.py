import random
import re
import unittest

from judge_sets import ANSWERS, BESIDE, UNSUPPORTED, Judged, covering, exchanged_in, section_pairs, snippets_of, strangers

NAME_ANYWHERE = re.compile(r"\b(?:Ada|Bo Fell|Bo|Cy)\b")


class JudgeSets(unittest.TestCase):
    def test_snippets_keep_their_headings(self):
        text = "---\nx: 1\n---\n# Lights\n\nAda keeps it.\n\n## Hours\n\n| Day | Hour |\n|---|---|\n| Monday | 9 |\n"
        shown = [each.shown for each in snippets_of("d", text)]
        self.assertEqual(shown, ["Lights: Ada keeps it.", "Lights › Hours: Day: Monday; Hour: 9"])

    def test_evidence_covers_what_a_text_says(self):
        snippets = list(snippets_of("d", "# A\n\nThe mother has 20 weeks.\n\n# B\n\nThe sea is grey.\n\n# C\n\nThe father has 6 weeks."))
        self.assertEqual(covering("mother and father have weeks", snippets, 2), [0, 2])

    def test_sentences_carry_their_labels_and_the_whole_the_worst(self):
        sentences = [["Ada keeps it.", "S"], ["It is red.", "O"], ["She is old.", "U"]]
        section = {"id": "p/d", "title": "Lights", "text": "Ada keeps it. It is red.", "answers": [{"question": "Who?", "sentences": sentences}]}
        judged = list(section_pairs([section], random.Random(1)))
        self.assertEqual([set(each.verdicts) for each in judged], [{ANSWERS}, {BESIDE}, {UNSUPPORTED}, {UNSUPPORTED}])
        self.assertEqual(judged[-1].text, "Ada keeps it. It is red. She is old.")

    def test_strangers_are_unsupported_beside_foreign_evidence_and_miss_a_foreign_question(self):
        judged = [
            Judged("Who lights?", "Ada keeps it.", "Ada keeps it.", frozenset((ANSWERS,))),
            Judged("Which hour?", "At noon.", "It opens at noon.", frozenset((ANSWERS,))),
        ]
        found = list(strangers(judged, 100, random.Random(1)))
        missed = [each for each in found if each.kind == "strange question"]
        foreign = [each for each in found if each.kind == "stranger"]
        self.assertTrue(missed and foreign)
        own = {each.text: each for each in judged}
        self.assertTrue(all(each.verdicts == {BESIDE} and own[each.text].evidence == each.evidence for each in missed))
        self.assertTrue(all(each.verdicts == {UNSUPPORTED} for each in foreign))
        self.assertTrue(all(each.text not in own or own[each.text].evidence != each.evidence for each in foreign))

    def test_exchanges_what_does_not_stand_in_one_list(self):
        self.assertEqual(exchanged_in("Ada sold it to Bo Fell.", NAME_ANYWHERE, random.Random(1)), "Bo Fell sold it to Ada.")
        self.assertIsNone(exchanged_in("They are Ada, Bo and Cy.", NAME_ANYWHERE, random.Random(1)))


if __name__ == "__main__":
    unittest.main()
