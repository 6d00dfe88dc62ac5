import type { Passage, SynthesizeResponse } from '@arbiter/contracts';
import { ScriptedReader } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { expectSound, run, TASK } from '../../test/generated-synthesis.js';
import { NOTHING_READ, passage, questionReaderOf, readingOf } from '../../test/readings.js';
import { ExtractiveSynthesizer } from './extractive-synthesizer.js';
import type { SynthesisTask } from './synthesizer.js';

const RULE = 'A boat may lie at the quay for three nights.';
const RULES = passage('rules', `The quay is long. ${RULE}`);
const COPY = passage('copy', `Of boats.\n\n- a boat may lie at the quay  for three nights.\n- A net is dear.`);

async function extracted(passages: readonly Passage[], words: string, task: Partial<SynthesisTask> = {}) {
  const reader = new ScriptedReader(({ passage: text }) =>
    text.includes(words) ? readingOf(text, words) : NOTHING_READ,
  );
  const sut = new ExtractiveSynthesizer(questionReaderOf(reader));
  const query = 'How long may a boat lie at the quay?';
  return sut.synthesize({ query, passages, ...task }, new AbortController().signal);
}

const placesOf = ({ citations }: SynthesizeResponse) =>
  citations.map(({ documentId, alsoAt = [] }) => [documentId, ...alsoAt.map((place) => place.documentId)]);

describe('a sentence that two documents hold', () => {
  it('is said once by an answer of the sources’ sentences, whose one citation names both places', async () => {
    const answer = await extracted([RULES, COPY], 'three nights');
    expect(answer.text).toBe(`${RULE} [1]`);
    expect(placesOf(answer)).toEqual([['rules', 'copy']]);
  });

  it('is one row of a list though two tables have it', async () => {
    const table = (extra: string): string =>
      `Boat: Ketch; Berth: quay; Nights: 3\nBoat: Yawl; Berth: quay; Nights: 5\nBoat: ${extra}; Berth: mole; Nights: 9`;
    const passages = [passage('now', table('Cutter')), passage('then', table('Lugger'))];
    const task = { query: 'Which boats have a berth at the quay?', queryType: 'list_building' } as const;
    const answer = await extracted(passages, 'Ketch', task);
    expect(answer.text).toBe('- Ketch: berth quay, 3 nights [1]\n- Yawl: berth quay, 5 nights [2]');
    expect(placesOf(answer)).toEqual([
      ['now', 'then'],
      ['now', 'then'],
    ]);
  });

  it('is a step as often as its own document has it', async () => {
    const rye = passage('rye', 'Rye bread.\n\n1. Knead the dough well.\n2. Bake the bread.\n3. Knead the dough well.');
    const task = { query: 'How is rye bread made?', queryType: 'procedural' } as const;
    const answer = await extracted([rye], 'Bake', task);
    expect(answer.text.match(/Knead/g)).toHaveLength(2);
    expect(placesOf(answer)).toEqual([['rye'], ['rye'], ['rye']]);
  });
});

describe('a language model that cites two documents for one sentence of both', () => {
  const task: SynthesisTask = { ...TASK, query: 'How long may a boat lie?', passages: [RULES, COPY] };

  it.each([
    ['A boat may lie there for three nights [1][2].', 'A boat may lie there for three nights [1].'],
    [
      'Three nights for a boat [1], and a boat may lie for three nights [2].',
      'Three nights for a boat [1], and a boat may lie for three nights [1].',
    ],
  ])('has one citation, which names both places: %s', async (written, text) => {
    const result = await run(written, { task });
    expectSound(result, task.passages);
    expect(result.answer.text).toBe(text);
    expect(placesOf(result.answer)).toEqual([['rules', 'copy']]);
  });

  it('has it named as well where it cites only one', async () => {
    expect(placesOf((await run('A boat may lie for three nights [2].', { task })).answer)).toEqual([['copy', 'rules']]);
  });

  it('says it once though it writes it for each', async () => {
    const result = await run(`${RULE} [1] ${RULE} [2] Nets are dear [2].`, { task });
    expectSound(result, task.passages);
    expect(result.answer.text).toBe(`${RULE} [1] Nets are dear [2].`);
  });

  it('may say it again of the same one', async () => {
    expect((await run(`${RULE} [1] ${RULE} [1]`, { task })).answer.text).toBe(`${RULE} [1] ${RULE} [1]`);
  });
});
