import { describe, expect, it } from '@jest/globals';
import type { Exchange } from './exchange.js';
import { resolveReferences } from './resolve-references.js';

const TOWER: Exchange[] = [
  { question: 'When was the tower of Gull Stair built?', answer: 'The tower of Gull Stair was built in 212.' },
];
const KEEPER: Exchange[] = [
  { question: 'Who keeps the lamp of Gull Stair?', answer: 'Mara Fell keeps the lamp of Gull Stair.' },
];
const INNS: Exchange[] = [
  { question: 'Which inns are open in winter?', answer: '- the Drowned Heron\n- the Salt Cellar\n- the Broken Oar' },
];
const FARE: Exchange[] = [{ question: 'How much is a day ticket for adults?', answer: 'It costs 14 wicks.' }];
const HEIGHT: Exchange[] = [{ question: 'What is the height of the mole?', answer: 'It is 4 metres high.' }];
const BELL: Exchange[] = [{ question: 'How heavy is the Bell of Pell?', answer: 'It weighs 1,900 pounds.' }];
const BED: Exchange[] = [
  { question: 'What does a bed at the Drowned Heron cost?', answer: 'Bed: 3 wicks. Price of a bath: 1 wick.' },
];
const CLOSED: Exchange[] = [{ question: 'When is the stair open?', answer: 'The stair is closed in winter.' }];

const BATH: Exchange[] = [
  ...BED,
  { question: 'What does a bath at the Drowned Heron cost?', answer: 'A bath costs 1 wick.' },
];
const INNKEEPERS: Exchange[] = [
  { question: 'Who runs the Drowned Heron?', answer: 'The Drowned Heron is run by Berta Holm and her son Tam.' },
];
const HEIR: Exchange[] = [
  { question: 'Who succeeded King Aldo?', answer: 'King Aldo was succeeded by his daughter, Queen Mirabel.' },
];
const LIGHTER: Exchange[] = [
  { question: 'Is the Marten or the Stoat lighter?', answer: 'The Stoat is lighter than the Marten.' },
];
const PETREL: Exchange[] = [
  { question: 'How fast is the Petrel?', answer: 'The Petrel makes 18 knots.' },
  { question: 'How fast is the Tern?', answer: 'The Tern makes 22 knots.' },
];

const resolved = (question: string, exchanges: readonly Exchange[]) => resolveReferences(question, exchanges).question;

describe('a follow-up', () => {
  it.each([
    ['it', 'How high is it?', TOWER, 'How high is the tower of Gull Stair?'],
    ['its', 'What is its colour?', TOWER, "What is the tower of Gull Stair's colour?"],
    ['she', 'Where was she born?', KEEPER, 'Where was Mara Fell born?'],
    ['her', 'Who taught her?', KEEPER, 'Who taught Mara Fell?'],
    ['that tower', 'Who owns that tower?', TOWER, 'Who owns the tower of Gull Stair?'],
    ['an item by its number', 'Who owns the second one?', INNS, 'Who owns the Salt Cellar?'],
    ['the last', 'And who owns the last?', INNS, 'Who owns the Broken Oar?'],
    [
      'which of them',
      'Which of them is cheapest?',
      INNS,
      'Which of the Drowned Heron, the Salt Cellar and the Broken Oar is cheapest?',
    ],
    ['what is counted against', 'And for children?', FARE, 'How much is a day ticket for children?'],
    ['another subject', 'What about a week ticket?', FARE, 'How much is a week ticket for adults?'],
    ['another thing of the same place', 'And a bath?', BED, 'What does a bath at the Drowned Heron cost?'],
    ['there', 'How do I get there?', BED, 'How do I get to the Drowned Heron?'],
    ['another side', 'And the age?', HEIGHT, 'What is the age of the mole?'],
    ['a thing whose measure was asked', 'Who cast it?', BELL, 'Who cast the Bell of Pell?'],
    ['a day', 'And on Sundays?', FARE, 'How much is a day ticket for adults on Sundays?'],
    ['why', 'Why?', CLOSED, 'Why is the stair closed in winter?'],
    ['by whom', 'By whom?', TOWER, 'By whom was the tower of Gull Stair built?'],
    ['a side of the subject', 'And its height?', TOWER, "What is the tower of Gull Stair's height?"],
    ['whom one asks of an inn', 'Who runs it?', BATH, 'Who runs the Drowned Heron?'],
    ['what one asks of a bath', 'Is it hot?', BATH, 'Is a bath at the Drowned Heron hot?'],
    ['the woman of the answer', 'How old is she?', INNKEEPERS, 'How old is Berta Holm?'],
    ['the man of the question', 'When did he die?', HEIR, 'When did King Aldo die?'],
    ['a correction', 'No, the Salt Cellar.', TOWER, 'When was the Salt Cellar built?'],
    ['what was meant', 'Sorry, I meant for children.', FARE, 'How much is a day ticket for children?'],
    ['one thing taken back for another', 'Not adults, pensioners.', FARE, 'How much is a day ticket for pensioners?'],
    ['another comparison', 'And cheaper?', LIGHTER, 'Is the Marten or the Stoat cheaper?'],
    ['the one that was chosen', 'How much is it?', LIGHTER, 'How much is the Stoat?'],
    ['what was asked about in turn', 'Which is bigger?', PETREL, 'Which is bigger, the Petrel or the Tern?'],
    ['the other one', 'When does the other one sail?', PETREL, 'When does the Petrel sail?'],
    ['more', 'Tell me more.', TOWER, 'Tell me more about the tower of Gull Stair.'],
  ])('with %s is made self-contained', (_, question, exchanges, expected) => {
    expect(resolved(question, exchanges)).toBe(expected);
  });

  it('says what it replaced', () => {
    expect(resolveReferences('How high is it?', TOWER).replaced).toEqual([
      { expression: 'it', referent: 'the tower of Gull Stair' },
    ]);
    expect(resolveReferences('Why?', CLOSED).replaced).toEqual([
      { expression: 'Why?', referent: 'Why is the stair closed in winter?' },
    ]);
  });
});

describe('a question that stands alone', () => {
  it.each([
    ['names its subject', 'How high is the Bell Tower of Pell?'],
    ['explains its own pronoun', 'Does the engine still have its whistle?'],
    ['explains it a sentence before', 'I left my scarf on the last train. Do they keep it?'],
    ['speaks of nobody', 'Is it possible to rent a boat?'],
    ['says that something is there', 'Is there a market on Mondays?'],
    ['has a clause of its own', 'Who keeps the light that burns in Ferrow?'],
    ['counts with a noun', 'What is on the second floor?'],
    ['is short and has no verb', 'Capacity of the Carousel?'],
  ])('is left as it is: it %s', (_, question) => {
    for (const exchanges of [TOWER, KEEPER, INNS, FARE, CLOSED]) {
      expect(resolveReferences(question, exchanges)).toEqual({ question, replaced: [] });
    }
  });

  it('is anything that opens a session', () => {
    expect(resolveReferences('How high is it?', [])).toEqual({ question: 'How high is it?', replaced: [] });
  });

  it('is an item that the list does not hold', () => {
    expect(resolveReferences('Who owns the ninth one?', INNS).replaced).toEqual([]);
  });

  it.each(['', '?', '¿', 'it', '[[[', '\u0000', 'and', 'the second'.repeat(40)])('is not broken by %j', (question) => {
    expect(() => resolveReferences(question, [...TOWER, ...INNS])).not.toThrow();
  });
});
