import { describe, expect, it } from '@jest/globals';
import { askedKind } from './asked-kind.js';

describe('askedKind', () => {
  it.each([
    ['How many moons has the planet?', 'count', 'It has 12 moons.', 'It has rings.'],
    ['Number of rungs on the ladder?', 'count', 'A ladder of 40 rungs.', 'A ladder of oak.'],
    ['What does a ticket cost?', 'price', 'A ticket costs 4 euros.', 'Tickets are sold at the gate.'],
    ['How much is the fare per head?', 'price', 'Passengers pay 4 pence a head.', 'Passengers wait on the quay.'],
    ['How tall is the mast?', 'measure', 'The mast is 30 metres high.', 'The mast is made of pine.'],
    ['How old is the conductor?', 'measure', 'She is 54.', 'She is very kind.'],
    ['How long does the paste keep?', 'duration', 'It keeps for two weeks.', 'It keeps in a jar.'],
    [
      'In which year was the bridge opened?',
      'date',
      'The bridge was opened in 1887.',
      'The bridge was opened by a duke.',
    ],
    ['Who built the bridge?', 'name', 'It was built by Ada Wren.', 'It was built of iron.'],
    ['Where was the poet born?', 'place', 'She was born in Lindau.', 'She was born early.'],
  ])('of %p is a %s', (question, name, answer, other) => {
    const kind = askedKind(question);
    expect(kind?.name).toBe(name);
    expect(kind?.fit(answer)).toBe(1);
    expect(kind?.fit(other)).toBe(0);
  });

  it.each(['Why did the bridge fall?', 'Is the bridge open?', 'What is a sextant?'])(
    'of %p cannot be told',
    (question) => {
      expect(askedKind(question)).toBeNull();
    },
  );

  it('takes a number of another kind for half an answer', () => {
    expect(askedKind('How heavy is the bell?')?.fit('The bell was rung 3 times.')).toBe(0.5);
  });

  it.each(['The ferry leaves at noon.', 'The ferry leaves every Tuesday.', 'The ferry leaves at nightfall in winter.'])(
    'takes %p for a time, though it holds no number',
    (text) => {
      expect(askedKind('When does the ferry leave?')?.fit(text)).toBe(1);
      expect(askedKind('In which year did the ferry leave?')?.fit(text)).toBe(0);
    },
  );

  it('takes the date of another event for half an answer', () => {
    const kind = askedKind('In which year was the mill built that is now a library?');
    expect(kind?.fit('The mill was built in 1887.')).toBe(1);
    expect(kind?.fit('The mill was sold in 1920.')).toBe(0.5);
  });

  it('takes what the question itself says for no answer', () => {
    expect(askedKind('Who taught Ada Wren?')?.fit('Ada Wren built bridges.')).toBe(0);
    expect(askedKind('When did the bridge of 1887 fall?')?.fit('The bridge of 1887 fell.')).toBe(0);
  });

  it('knows the words that only name the kind', () => {
    expect(askedKind('How heavy is the bell?')?.terms).toEqual(new Set(['heavi']));
  });

  it.each([
    ['What is the address of the permit form?', 'It is here (address: https://f.example/7).', 0.5],
    ['What is the e-mail address of the clerk?', 'Write to ann@quay.example.', 0],
    ['What is the phone number of the desk?', 'Call +49 30 998877.', 0],
    ['What is the URL of the wiki?', 'See https://wiki.example/start.', 0],
  ])('of %p is an address', (question, answer, other) => {
    const kind = askedKind(question);
    expect(kind?.name).toBe('address');
    expect(kind?.fit(answer)).toBe(1);
    expect(kind?.fit('It is at the end of the pier.')).toBe(other);
  });
});
