import type { EvidenceSentence, RankedEntity, World } from '@arbiter/knowledge-graph';
import type { PassageReading } from '@arbiter/ports';
import { InMemoryReader, ScriptedReader } from '@arbiter/ports/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { NOTHING_READ, questionReaderOf, readingOf } from '../../test/readings.js';
import { worldLibraryOf } from '../../test/world.library.js';
import { UNLIMITED } from '../calls/time-budget.js';
import { readCards } from './read-cards.js';

const { signal } = new AbortController();
const GROWS = 'In the glasshouse of Elm Ward grow lemons for Sister Lark.';
const CLOSES = 'Elm Ward closes its doors at nine.';
const WARDS = ['Ash', 'Box', 'Elm', 'Fir', 'Gum', 'Hop', 'Ivy', 'Oak', 'Sal', 'Tea', 'Yew', 'Zia'];
const RUNS = 'Elm Ward is led by Sister Lark.';
const QUERY = 'Who runs the ward for old people?';

let world: World;
beforeEach(async () => {
  const wards = WARDS.map(
    (name) => [`place/${name.toLowerCase()}-ward.md`, `${name} Ward is a ward of the house.`] as const,
  );
  const documents = {
    ...Object.fromEntries(wards),
    'place/elm-ward.md': `Elm Ward is a ward for old people. It is led by Sister Lark. ${GROWS} ${CLOSES}`,
    'person/sister-lark.md': 'Sister Lark is a nurse.',
  };
  const { worlds } = await worldLibraryOf('house', { documents });
  world = (await worlds.worldAt('house', {}, signal))!;
});

const nodeOf = (id: string): number => world.graph.nodeOf(id)!;
const rankedOf = (...ids: string[]): RankedEntity[] => ids.map((id) => ({ node: nodeOf(id) }) as RankedEntity);

function sentenceOf(text: string, probability: number): EvidenceSentence {
  const documentId = 'place/elm-ward.md';
  const start = `Elm Ward is a ward for old people. It is led by Sister Lark. ${GROWS} ${CLOSES}`.indexOf(text);
  return { documentId, start, end: start + text.length, text, probability, span: null };
}

/** Cards by the name of their entity, as a reader read them that finds words in some and nothing in the others. */
async function read(ids: readonly string[], reader: InMemoryReader | null, evidence: readonly EvidenceSentence[] = []) {
  const given = { evidence, reader: reader && questionReaderOf(reader) };
  return readCards(QUERY, world, rankedOf(...ids), given, { signal, time: UNLIMITED });
}

const findsIn = (answers: Readonly<Record<string, string>>): InMemoryReader =>
  new ScriptedReader(({ passage }): PassageReading => {
    const [, words] = Object.entries(answers).find(([sentence]) => passage.includes(sentence)) ?? [];
    return words === undefined ? NOTHING_READ : readingOf(passage, words);
  });

describe('a card', () => {
  it('is read as a passage of its entity, and answers with the entities that the answering words name', async () => {
    const cards = await read(['ash-ward', 'elm-ward'], findsIn({ [RUNS]: 'Sister Lark' }));
    const [ash, elm] = cards;
    expect(elm).toMatchObject({ node: nodeOf('elm-ward'), probability: 0.99, answers: [nodeOf('sister-lark')] });
    expect(elm!.card.text.slice(elm!.span!.start, elm!.span!.end)).toBe('Sister Lark');
    expect(ash).toMatchObject({ node: nodeOf('ash-ward'), answers: [], span: null });
    expect(ash!.probability).toBeCloseTo(0.01);
  });

  it('answers with nobody where the answering words name nothing', async () => {
    const [elm] = await read(['elm-ward'], findsIn({ [RUNS]: 'is a' }));
    expect(elm).toMatchObject({ answers: [], probability: 0.99 });
  });

  it('quotes the likeliest evidence first', async () => {
    const [elm] = await read(['elm-ward'], findsIn({}), [sentenceOf(CLOSES, 0.2), sentenceOf(GROWS, 0.8)]);
    expect(elm!.card.text.indexOf(GROWS)).toBeGreaterThan(0);
    expect(elm!.card.text.indexOf(GROWS)).toBeLessThan(elm!.card.text.indexOf(CLOSES));
  });

  it('is left out where the reader cannot read it; the others keep their readings', async () => {
    const reader = new ScriptedReader(({ passage }) =>
      passage.startsWith('Ash Ward') ? null : passage.includes(RUNS) ? readingOf(passage, 'Sister Lark') : NOTHING_READ,
    );
    const cards = await read(['ash-ward', 'elm-ward', 'fir-ward'], reader);
    expect(cards.map(({ card, answers }) => [card.name, answers])).toEqual([
      ['Elm Ward', [nodeOf('sister-lark')]],
      ['Fir Ward', []],
    ]);
  });
});

describe('cards', () => {
  it('are read for the ten likeliest entities', async () => {
    const ids = WARDS.map((name) => `${name.toLowerCase()}-ward`);
    const reader = new InMemoryReader();
    const cards = await read(ids, reader);
    expect(cards.map(({ node }) => node)).toEqual(ids.slice(0, 10).map(nodeOf));
    expect(reader.asked.map(({ question }) => question)).toEqual(cards.map(() => QUERY));
  });

  it('are none without a reader, and while it fails', async () => {
    expect(await read(['elm-ward'], null)).toEqual([]);
    const closed = new InMemoryReader();
    await closed.close();
    expect(await read(['elm-ward'], closed)).toEqual([]);
    expect(await read([], new InMemoryReader())).toEqual([]);
  });

  it('are not waited for once the call is stopped', async () => {
    const call = { signal: AbortSignal.abort(new Error('enough')), time: UNLIMITED };
    const given = { evidence: [], reader: questionReaderOf(new InMemoryReader()) };
    await expect(readCards(QUERY, world, rankedOf('elm-ward'), given, call)).rejects.toThrow('enough');
  });
});
