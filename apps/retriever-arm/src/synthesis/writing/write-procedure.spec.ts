import { describe, expect, it } from '@jest/globals';
import type { Passage } from '@arbiter/contracts';
import { judgedOf, passage, type Judgements } from '../../../test/readings.js';
import { composeAnswer } from '../sentences/compose-answer.js';
import { writeProcedure } from './write-list.js';

const RYE = passage(
  'rye',
  'Rye bread is dark.\n\n1. Mix rye flour and water.\n2. Wait a whole day.\n3. Bake the bread.',
);
const write = (passages: readonly Passage[], judgements: Judgements, maxSentences = 12) =>
  writeProcedure({
    query: 'How is it done?',
    passages,
    whole: judgedOf(passages, judgements),
    parts: [],
    maxSentences,
  });
const said = (...args: Parameters<typeof write>): string[] =>
  write(...args).chosen.map(({ candidate }) => candidate.text);

describe('writeProcedure', () => {
  it('gives all steps in their order where one of them answers best', () => {
    expect(said([RYE], { Bake: 0.8, dark: 0.3 })).toEqual([
      '1. Mix rye flour and water.',
      '2. Wait a whole day.',
      '3. Bake the bread.',
    ]);
    expect(write([RYE], { Bake: 0.8 })).toMatchObject({ layout: 'lines', hasShortAnswer: false });
  });

  it('goes on with the steps that stand in a passage below those that were read', () => {
    const cut = RYE.text.indexOf('3.');
    const first = { ...RYE, text: RYE.text.slice(0, cut - 1), end: cut - 1 };
    const rest = { ...RYE, chunkId: 'rye:1', text: RYE.text.slice(cut), start: cut };
    const whole = judgedOf([first], { Wait: 0.8 });
    const { chosen } = writeProcedure({ query: 'How?', passages: [first, rest], whole, parts: [], maxSentences: 12 });
    expect(chosen.map(({ candidate }) => candidate.text).at(-1)).toBe('3. Bake the bread.');
  });

  it('tells what one place says of it in the order of that place, and nothing of another', () => {
    const tide = passage('tide', 'Wait for the ebb. Boats are blue. Raise the white flag. Cross within the hour.', {
      section: ['Crossing'],
    });
    const other = passage('other', 'Raise a red flag on the mole.');
    const far = { ...passage('tide', 'Cross by the bridge in winter.', { section: ['Bridge'] }), start: 900, end: 930 };
    expect(said([tide, other, far], { Cross: 0.9, flag: 0.6, Wait: 0.5, bridge: 0.8 })).toEqual([
      'Wait for the ebb.',
      'Raise the white flag.',
      'Cross within the hour.',
    ]);
  });

  it('says the items and the code that belong to what answers, a line each, and leaves out what does not', () => {
    const away = passage(
      'away',
      'Tell the others early.\n\nPost in the hall\nSpeak with your crew\nMark the calendar\n\nThen switch the light:\n\nlamp off --all\n\nBoats are blue.',
    );
    const { chosen, layout } = write([away], { Tell: 0.9, Post: 0.6, switch: 0.5 });
    expect(composeAnswer({ chosen, layout }).text.replace(/ \[\d\]/g, '')).toBe(
      'Tell the others early.\nPost in the hall\nSpeak with your crew\nMark the calendar\nThen switch the light:\n\nlamp off --all',
    );
    const open = passage('open', 'Start the server in one window.\n\nquill --serve\n\nIt is ready soon.');
    expect(said([open], { Start: 0.9 })).toEqual(['Start the server in one window.', 'quill --serve']);
  });

  it('goes on to the end of the paragraph that begins to tell it, with the settings that it leads up to', () => {
    const rot = passage(
      'rot',
      'Rot is cured with a flower. Grind it for an hour. Then use three doses.\n\nIt is rare.',
    );
    const cure = ['Rot is cured with a flower.', 'Grind it for an hour.', 'Then use three doses.'];
    expect(said([rot], { cured: 0.8 })).toEqual(cure);
    expect(said([rot], { Then: 0.8 })).toEqual(['Grind it for an hour. Then use three doses.']);
    const colour = passage(
      'colour',
      'Add the gem first. Then you name it in the settings:\n\npaint:\n  shade: blue\n\nThe shade is kept.',
    );
    expect(said([colour], { Add: 0.8 })).toEqual([
      'Add the gem first.',
      'Then you name it in the settings:\n\npaint:\n  shade: blue',
    ]);
  });

  it('takes a table that only shares the words of the question for no steps', () => {
    const ships = passage('ships', 'Ship: Widow; Kind: cog\nShip: Candle; Kind: tender\nShip: Sister; Kind: barge');
    const rule = passage('rule', 'A ship that enters must show its papers.');
    expect(said([ships, rule], { papers: 0.6, Widow: 0.5 })).toEqual(['A ship that enters must show its papers.']);
  });

  it('keeps to the steps that are wanted, and says nothing where nothing promises', () => {
    expect(said([RYE], { Bake: 0.8 }, 2)).toHaveLength(2);
    expect(said([RYE], {})).toEqual([]);
  });
});
