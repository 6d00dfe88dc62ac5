import { describe, expect, it } from '@jest/globals';
import { sourceOf } from '../../test/claim-support.js';
import { unmentionedNames } from './unmentioned-names.js';
import { EvidenceIndex } from './usefulness-check.js';

const HELD = EvidenceIndex.of([
  sourceOf('boats', 'Ferry: Heron; Seats: 120; Skipper: Petra Vogel\nFerry: Teal; Seats: 86; Skipper: Jonas Abt', {
    title: 'The boats of Skarn Sound',
  }),
  sourceOf('options', '--port is the port. QUILL_HOME names the folder. maxBody is 2 MB. Needs Node v20.'),
]);

describe('names that no source mentions', () => {
  it.each([
    ['How many bikes did the ferry Puffin carry?', ['Puffin']],
    ['Which ferry does Oskar Vogel sail?', ['Oskar Vogel']],
    ['Which ferry does Jonas Vogel sail?', ['Jonas Vogel']],
    ['What is the default of --retries?', ['--retries']],
    ['I have two bikes. How many does the Puffin carry?', ['Puffin']],
    ['How many seats has the Puffin? And who steers the Gannet?', ['Puffin']],
    ['What is QUILL_SECRET for?', ['QUILL_SECRET']],
    ['What does maxHeader do, and the folder of Mara Fell?', ['Mara Fell', 'maxHeader']],
    ['Does it need Node v22?', ['Node v22', 'v22']],
  ])('are told: %s', (question, names) => {
    expect(unmentionedNames(question, HELD).filter((name) => names.includes(name)).length).toBeGreaterThan(0);
  });

  it.each([
    'How many seats does the Heron have?',
    "What is Petra Vogel's boat?",
    'Which boat does Petra Voggel sail?',
    'Who sails on Skarn Sound?',
    'What does --port do?',
    'Who is the skipper of the Heron? How many bikes does the Puffin carry?',
    'I live in Oslo. How many seats does the Heron have?',
    'What is QUILL_HOME, and maxBody?',
    'how many bikes does the puffin carry?',
    'Who is the skipper of the Herron?',
    'Puffins carry how many bikes?',
    'How Do I Reset My Password?',
    'Welche Gebühr kostet ein Hund auf der Fähre?',
    'May I bring 40 kg on board?',
    'Can I go there on a Sunday, I wonder?',
  ])('are none in: %s', (question) => {
    expect(unmentionedNames(question, HELD)).toEqual([]);
  });
});
