import { describe, expect, it } from '@jest/globals';
import {
  anyOf,
  AUXILIARIES,
  baseOfThird,
  BE,
  beFor,
  CARDINALS,
  CONJUNCTIONS,
  CONTRACTED_NOT,
  DETERMINERS,
  genderOf,
  gerundOf,
  HEARSAY,
  isCalendarWord,
  isComparative,
  isLeaderNoun,
  isPluralPhrase,
  isVerb,
  NEGATIONS,
  participleOf,
  pluralOf,
  positiveOf,
  PREPOSITIONS,
  QUESTION_WORDS,
  singularOf,
  verbForms,
  VERBS_OF_PARTICIPLES,
} from './index.js';

describe('closed classes', () => {
  it('overlap only where one word is both', () => {
    const classes = { AUXILIARIES, DETERMINERS, PREPOSITIONS, CONJUNCTIONS, NEGATIONS, QUESTION_WORDS };
    const twice = Object.entries(classes).flatMap(([name, words]) =>
      Object.entries(classes).flatMap(([other, others]) =>
        name < other ? [...words].filter((word) => others.has(word)) : [],
      ),
    );
    expect([...new Set(twice)].sort()).toEqual([
      'after',
      'before',
      'cannot',
      'nor',
      'since',
      'until',
      'when',
      'without',
    ]);
  });

  it('count from zero', () => {
    expect([CARDINALS.indexOf('zero'), CARDINALS.indexOf('twelve'), CARDINALS.at(-1)]).toEqual([0, 12, 'twenty']);
  });

  it('tell finite auxiliaries from the forms that no clause begins with', () => {
    expect([...BE].filter((form) => !AUXILIARIES.has(form))).toEqual(['be', 'been', 'being']);
  });
});

describe('anyOf', () => {
  it('matches a word of any of the classes, and no part of a longer one', () => {
    const pattern = new RegExp(`^${anyOf(BE, ['need'])}$`);
    expect(['is', 'need', 'isle', 'knee'].map((word) => pattern.test(word))).toEqual([true, true, false, false]);
  });

  it.each(["isn't", 'won’t', "can't", "shouldn't"])('knows %s', (word) => {
    expect(new RegExp(`^${CONTRACTED_NOT}$`).test(word)).toBe(true);
  });
});

describe('verbs', () => {
  it.each(['keep', 'keeps', 'kept', 'calls', 'reaches', 'carries'])('knows %s', (word) => {
    expect(isVerb(word)).toBe(true);
  });

  it.each(['lamp', 'keeper', 'glass', 'bus'])('takes %s for none', (word) => {
    expect(isVerb(word)).toBe(false);
  });

  it.each([
    ['cost', 'costs'],
    ['carry', 'carries'],
    ['catch', 'catches'],
    ['go', 'goes'],
    ['die', 'dies'],
    ['stay', 'stays'],
  ])('of %s there is %s', (verb, third) => {
    expect(baseOfThird(third)).toBe(verb);
  });

  it.each([
    ['fight', 'fighting'],
    ['move a boat', 'moving a boat'],
    ['run', 'running'],
    ['reset', 'resetting'],
    ['see', 'seeing'],
  ])('%s is done in %s', (verb, gerund) => {
    expect(gerundOf(verb)).toBe(gerund);
  });

  it('leads from participles to their verbs', () => {
    expect(['kept', 'written', 'run', 'went'].map((word) => VERBS_OF_PARTICIPLES.get(word))).toEqual([
      'keep',
      'write',
      'run',
      undefined,
    ]);
  });
});

describe('comparison', () => {
  it.each([
    ['heaviest', 'heavy'],
    ['larger', 'large'],
    ['bigger', 'big'],
    ['better', 'good'],
    ['drier', 'dry'],
    ['farther', 'far'],
    ['elder', 'old'],
  ])('%s is of %s', (word, positive) => {
    expect([positiveOf(word), isComparative(word)]).toEqual([positive, true]);
  });

  it('reads a rarer adjective by its ending, and does not take it for common', () => {
    expect([positiveOf('murkier'), isComparative('murkier')]).toEqual(['murky', false]);
  });

  it.each(['tower', 'rather', 'lamp', 'former'])('%s compares nothing', (word) => {
    expect([positiveOf(word), isComparative(word)]).toEqual([null, false]);
  });
});

describe('number', () => {
  it.each([
    ['wick', 'wicks'],
    ['foot', 'feet'],
    ['penny', 'pence'],
    ['company', 'companies'],
    ['box', 'boxes'],
    ['sheep', 'sheep'],
  ])('of %s there are %s', (singular, plural) => {
    expect([pluralOf(singular), singularOf(plural)]).toEqual([plural, singular]);
  });

  it.each([
    ['the beds at the Heron', true],
    ['salt and pepper', true],
    ['a lane of oaks', false],
    ['the Cinders', false],
    ['glass', false],
    ['each visitor', false],
  ])('"%s" takes a verb of several: %s', (phrase, isPlural) => {
    expect(isPluralPhrase(phrase)).toBe(isPlural);
    expect(beFor(phrase, true)).toBe(isPlural ? 'were' : 'was');
  });
});

describe('people', () => {
  it('have a gender where their title or noun tells it', () => {
    expect(['abbess', 'sir', 'captain', 'her'].map(genderOf)).toEqual(['female', 'male', null, 'female']);
  });

  it.each([
    ['mayor', true],
    ['guildmaster', true],
    ['postmaster', false],
    ['clerk', false],
  ])('%s leads: %s', (noun, leads) => {
    expect(isLeaderNoun(noun)).toBe(leads);
  });
});

describe('forms of verbs', () => {
  it.each([
    ['stolen', 'steal', 'participle'],
    ['lay', 'lie', 'past'],
    ['tripped', 'trip', 'past'],
    ['dying', 'die', 'ing'],
    ['carries', 'carry', 'third'],
    ['cut', 'cut', 'past'],
  ])('%s is of "%s": %s', (word, lemma, form) => {
    expect(verbForms(word)[0]).toEqual({ lemma, form });
  });

  it('have a participle', () => {
    expect(['slay', 'close', 'carry', 'ban', 'repel'].map(participleOf)).toEqual([
      'slain',
      'closed',
      'carried',
      'banned',
      'repelled',
    ]);
  });
});

it('knows days and months in any case', () => {
  expect(['March', 'mondays', 'Sun', 'harvestmoon'].map(isCalendarWord)).toEqual([true, true, false, false]);
});

it.each([
  ['Some say the mill burned.', true],
  ['The mill is said to have burned.', true],
  ['Sayers Mill burned.', false],
])('hearsay in "%s": %s', (sentence, expected) => {
  expect(HEARSAY.test(sentence)).toBe(expected);
});
