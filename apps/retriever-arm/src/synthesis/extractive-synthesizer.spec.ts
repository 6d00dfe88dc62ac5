import { describe, expect, it } from '@jest/globals';
import type { Passage } from '@arbiter/contracts';
import type { EmbedOptions } from '@arbiter/ports';
import { FakeEmbedder } from '@arbiter/ports/testing';
import { ExtractiveSynthesizer } from './extractive-synthesizer.js';
import { EmbeddingReader } from './reading/embedding-reader.js';

function passage(documentId: string, title: string, text: string, score = 0.9): Passage {
  return {
    chunkId: `${documentId}:0`,
    documentId,
    collection: 'c',
    text,
    start: 0,
    end: text.length,
    title,
    source: `${documentId}.md`,
    section: [],
    page: null,
    metadata: {},
    score,
  };
}

const LIGHT = passage(
  'light',
  'Gull Point Light',
  'The lamp of Gull Point burns whale oil. Mara Fell keeps the lamp of Gull Point. The stair has ninety steps.',
);
const INN = passage('inn', 'The Drowned Rat', 'The inn serves eel pie on market days. A bed costs four pence.', 0.6);

describe('ExtractiveSynthesizer', () => {
  const sut = new ExtractiveSynthesizer(new EmbeddingReader(new FakeEmbedder()));
  const { signal } = new AbortController();

  it('answers with the sentence that the question is about, and its span', async () => {
    const answer = await sut.synthesize({ query: 'Who keeps the lamp of Gull Point?', passages: [LIGHT, INN] }, signal);
    expect(answer.text).toContain('Mara Fell keeps the lamp of Gull Point.');
    for (const { quote, start, end } of answer.citations) expect(LIGHT.text.slice(start, end)).toBe(quote);
  });

  it('does not take a sentence again that the validator did not accept', async () => {
    const unsupported = ['Mara Fell keeps the lamp of  Gull Point.'];
    const answer = await sut.synthesize(
      { query: 'Who keeps the lamp of Gull Point?', passages: [LIGHT], correction: { unsupported, missing: [] } },
      signal,
    );
    expect(answer.text).toContain('The lamp of Gull Point burns whale oil.');
    expect(answer.text).not.toContain('Mara Fell');
  });

  it('ends every sentence with the marker of its citation', async () => {
    const answer = await sut.synthesize(
      { query: 'Who keeps the lamp, and what does it burn?', passages: [LIGHT, INN] },
      signal,
    );
    expect(answer.citations.map(({ marker }) => marker)).toEqual(answer.citations.map((_, index) => index + 1));
    for (const { start, end, markers } of answer.sentences) {
      expect(answer.text.slice(start, end)).toMatch(new RegExp(`\\[${markers[0]}\\]$`));
    }
  });

  it('gives each side of a comparison its share', async () => {
    const answer = await sut.synthesize(
      {
        query: 'Which has more steps, the Gull Point stair or the inn bed?',
        queryType: 'comparative',
        subQueries: ['steps of the stair', 'what a bed at the inn costs'],
        passages: [LIGHT, INN],
      },
      signal,
    );
    expect(answer.text).toContain('ninety steps');
    expect(answer.text).toContain('four pence');
  });

  it('writes a list one item a line', async () => {
    const answer = await sut.synthesize(
      { query: 'List all about Gull Point lamp', queryType: 'list_building', passages: [LIGHT] },
      signal,
    );
    expect(answer.text.split('\n').every((line) => line.startsWith('- '))).toBe(true);
  });

  it('answers a question about steps with the whole numbered list', async () => {
    const recipe = passage(
      'rye',
      'Rye bread',
      'Rye bread is dark.\n\n1. Mix rye flour and water.\n2. Wait a day.\n3. Bake the bread.',
    );
    const answer = await sut.synthesize(
      { query: 'Steps for rye bread?', queryType: 'procedural', passages: [LIGHT, recipe] },
      signal,
    );
    expect(answer.text).toBe('1. Mix rye flour and water. [1]\n2. Wait a day. [2]\n3. Bake the bread. [3]');
  });

  it('gives all steps where the sentence that answers is one of them, whatever the question is taken for', async () => {
    const recipe = passage(
      'rye',
      'Rye bread',
      'Rye bread is dark.\n\n1. Mix flour and water.\n2. Bake the rye loaf hot.',
    );
    const query = 'How hot is the rye loaf baked?';
    const answer = await sut.synthesize({ query, passages: [LIGHT, recipe] }, signal);
    expect(answer.text).toBe('1. Mix flour and water. [1]\n2. Bake the rye loaf hot. [2]');
    const correction = { unsupported: ['Mix flour and water.'], missing: [] };
    const corrected = await sut.synthesize({ query, passages: [LIGHT, recipe], correction }, signal);
    expect(corrected.text).toBe('2. Bake the rye loaf hot. [1]');
  });

  it('lists as many things as the question counts', async () => {
    const ranks = passage('ranks', 'Ranks of the watch', 'Recruit\nSergeant\nCaptain\nMarshal');
    const answer = await sut.synthesize(
      { query: 'Name the four ranks of the watch.', queryType: 'list_building', passages: [ranks] },
      signal,
    );
    expect(answer.citations.map(({ quote }) => quote)).toEqual(['Recruit', 'Sergeant', 'Captain', 'Marshal']);
  });

  it('prefers a sentence that can be read alone to one that points back to nothing', async () => {
    const first = passage('a', 'Gull Point', 'It keeps the lamp of Gull Point lit.');
    const second = passage('b', 'Gull Point', 'Fell keeps the lamp of Gull Point lit.');
    const answer = await sut.synthesize(
      { query: 'What keeps the lamp of Gull Point lit?', passages: [first, second] },
      signal,
    );
    expect(answer.text).toMatch(/^Fell keeps/);
  });

  it("does not pass a source's own references off as markers", async () => {
    const cited = passage('a', 'Gull Point', 'Mara Fell keeps the lamp [7]. The stair has ninety steps.');
    const answer = await sut.synthesize({ query: 'Who keeps the lamp?', passages: [cited] }, signal);
    expect(answer.text).toBe('Mara Fell keeps the lamp. [1]');
    expect(answer.citations[0]?.quote).toBe('Mara Fell keeps the lamp [7].');
  });

  it('answers a question about steps in prose where a table only shares its words', async () => {
    const ships = passage(
      'ships',
      'Ships',
      'Ship: Widow; Kind: cog\nShip: Candle; Kind: tender\nShip: Sister; Kind: barge',
    );
    const rule = passage('rule', 'Ships', 'A ship that enters the harbour must show its papers.');
    const query = 'How does a ship enter the harbour?';
    const answer = await sut.synthesize({ query, queryType: 'procedural', passages: [ships, rule] }, signal);
    expect(answer.text).toContain('must show its papers');
    expect(answer.text).not.toContain('\n');
  });

  it('embeds less for a search than for a question of a known kind', async () => {
    let embedded = 0;
    const counting = new FakeEmbedder();
    const embed = counting.embed.bind(counting);
    counting.embed = (texts, options) => {
      embedded += texts.length;
      return embed(texts, options);
    };
    const passages = [
      passage(
        'a',
        'Gull Point',
        Array.from({ length: 9 }, (_, n) => `The lamp of Gull Point burns oil ${n}.`).join(' '),
      ),
    ];
    const ask = { query: 'What does the lamp of Gull Point burn?', passages };
    await new ExtractiveSynthesizer(new EmbeddingReader(counting)).synthesize(ask, signal);
    const forSearch = embedded;
    await new ExtractiveSynthesizer(new EmbeddingReader(counting)).synthesize(
      { ...ask, queryType: 'simple_lookup' },
      signal,
    );
    expect(forSearch).toBe(1 + 2);
    expect(embedded - forSearch).toBe(1 + 9);
  });

  it('embeds the question as a query and its sentences as passages that somebody waits for', async () => {
    const asked: { readonly texts: readonly string[]; readonly options: EmbedOptions }[] = [];
    class ListeningEmbedder extends FakeEmbedder {
      override embed(texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]> {
        asked.push({ texts, options });
        return super.embed(texts, options);
      }
    }
    const query = 'Who keeps the lamp of Gull Point?';
    await new ExtractiveSynthesizer(new EmbeddingReader(new ListeningEmbedder())).synthesize(
      { query, passages: [LIGHT] },
      signal,
    );
    expect(asked).toEqual([
      { texts: [query], options: { kind: 'query', signal } },
      {
        texts: expect.arrayContaining([expect.stringContaining('Mara Fell')]),
        options: { kind: 'document', urgent: true, signal },
      },
    ]);
  });

  it('gives its text as one event', async () => {
    const events = [];
    for await (const event of sut.stream({ query: 'Who keeps the lamp of Gull Point?', passages: [LIGHT] }, signal)) {
      events.push(event.text);
    }
    expect(events).toHaveLength(1);
    expect(events[0]).toContain('Mara Fell');
  });

  it('says nothing when there is nothing to say it from', async () => {
    expect(await sut.synthesize({ query: 'Who?', passages: [] }, signal)).toEqual({
      text: '',
      citations: [],
      sentences: [],
      mode: 'extractive',
    });
  });
});
