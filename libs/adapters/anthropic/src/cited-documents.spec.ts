import type { CitableDocument, GenerationEvent, Message } from '@arbiter/ports';
import { startHttpStandIn } from '@arbiter/testing';
import { ask, closingAfterEach, neverAborted, NO_RETRIES, REQUEST } from '@arbiter/testing/language-model';
import { describe, expect, it } from '@jest/globals';
import { KEY, MODEL, openAnthropicStage } from '../test/anthropic-stand-in.js';
import { sse } from '../test/message-stream.js';
import { createAnthropicLanguageModel } from './index.js';

const HARBOUR = {
  title: 'Source 1: Harbour',
  text: 'Ropes are dear. 🏮 The lantern 𝕃 burns at dusk. 灯 A bell is rung.\n\nThe keeper sleeps.',
};
const SALT = { title: '', text: 'Grey salt costs 7 scales.' };

const asking = (...documents: CitableDocument[]): { messages: Message[] } => ({
  messages: [{ role: 'user', text: 'When does the lantern burn?', documents }],
});

describe('Anthropic, given documents', () => {
  const closing = closingAfterEach();
  const stage = async () =>
    closing(await openAnthropicStage({ replies: [{ type: 'answer', pieces: ['At dusk.'] }], retry: NO_RETRIES }));

  it('is shown them before the question, sentence by sentence and whole, and asked to cite', async () => {
    const { model, bodies, violations } = await stage();
    await ask(model, asking(HARBOUR, SALT));
    expect(violations).toEqual([]);
    const [content] = bodies.map(({ messages }) => messages[0]?.content ?? []);
    expect(content).toMatchObject([
      {
        type: 'document',
        title: 'Source 1: Harbour',
        citations: { enabled: true },
        source: {
          content: [
            { text: 'Ropes are dear. ' },
            { text: '🏮 The lantern 𝕃 burns at dusk. ' },
            { text: '灯 A bell is rung.\n\n' },
            { text: 'The keeper sleeps.' },
          ],
        },
      },
      { type: 'document', source: { content: [{ text: SALT.text }] } },
      { type: 'text', text: 'When does the lantern burn?' },
    ]);
    expect(content?.[1]).not.toHaveProperty('title');
  });

  it('is shown nothing less than the whole text', async () => {
    const { model, bodies, violations } = await stage();
    const spaced = { title: '', text: `\n ${HARBOUR.text} \n\n` };
    await ask(model, asking(spaced));
    const [first] = bodies[0]?.messages[0]?.content ?? [];
    const sent = first?.type === 'document' ? first.source.content.map(({ text }) => text) : [];
    expect(sent.join('')).toBe(spaced.text);
    expect(violations).toEqual([]);
  });

  it('counts them, and keeps what may be cached behind the last block', async () => {
    const { model, bodies, violations } = await stage();
    const bare = { ...REQUEST, ...asking() };
    const counted = async (request: typeof bare) =>
      (await model.countTokens(request, { signal: neverAborted() })).tokens;
    const long = { title: '', text: HARBOUR.text.repeat(20) };
    expect(await counted({ ...REQUEST, ...asking(long) })).toBeGreaterThan(
      (await counted(bare)) + long.text.length / 4,
    );
    await ask(model, { ...asking(HARBOUR), cacheableMessages: 1 });
    const blocks = bodies[0]?.messages[0]?.content ?? [];
    expect(blocks.map((block) => 'cache_control' in block)).toEqual([false, true]);
    expect(violations).toEqual([]);
  });

  it('is given no title that it would refuse, nor half a character', async () => {
    const { model, bodies, violations } = await stage();
    await ask(model, asking({ ...SALT, title: `x${'🏮'.repeat(300)}` }));
    const [block] = bodies[0]?.messages[0]?.content ?? [];
    expect(violations).toEqual([]);
    expect(block?.type === 'document' && block.title?.isWellFormed()).toBe(true);
  });

  it('is not asked for an output at the same time: it refuses that', async () => {
    const { model, bodies } = await stage();
    const output = { name: 'hour', schema: { type: 'object', properties: {} } };
    await expect(ask(model, { ...asking(SALT), output })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    expect(bodies).toEqual([]);
  });
});

interface Place {
  readonly document?: number;
  readonly from: number;
  readonly to: number;
}

/** As recorded of the API: a text that will have citations begins with an empty list of them, and they come before its words. */
function citedBlock(index: number, texts: readonly string[], places: readonly Place[], { late = false } = {}): string {
  const citations = places.map(({ document = 0, from, to }) => ({
    ...{ type: 'content_block_location', cited_text: '…', document_index: document, document_title: null },
    ...{ file_id: null, start_block_index: from, end_block_index: to },
  }));
  const deltas = [
    ...citations.map((citation) => ({ type: 'citations_delta', citation })),
    ...texts.map((text) => ({ type: 'text_delta', text })),
  ];
  return block(index, { citations: [], type: 'text', text: '' }, late ? deltas.reverse() : deltas);
}

function plainBlock(index: number, ...texts: string[]): string {
  return block(
    index,
    { type: 'text', text: '' },
    texts.map((text) => ({ type: 'text_delta', text })),
  );
}

function block(index: number, content_block: object, deltas: readonly object[]): string {
  return (
    sse('content_block_start', { index, content_block }) +
    sse('ping') +
    deltas.map((delta) => sse('content_block_delta', { index, delta })).join('') +
    sse('content_block_stop', { index })
  );
}

const END =
  sse('message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 45 } }) +
  sse('message_stop');

describe('Anthropic, citing documents', () => {
  const closing = closingAfterEach();
  const textsOf = async (stream: string): Promise<Extract<GenerationEvent, { type: 'text' }>[]> => {
    const server = closing(
      await startHttpStandIn((_, answer) => answer.stream('text/event-stream', stream + END, 'end')),
    );
    const model = createAnthropicLanguageModel({ apiKey: KEY, model: MODEL, baseUrl: server.url, retry: NO_RETRIES });
    const texts: Extract<GenerationEvent, { type: 'text' }>[] = [];
    for await (const event of model.stream({ ...REQUEST, ...asking(HARBOUR, SALT) }, { signal: neverAborted() }))
      if (event.type === 'text') texts.push(event);
    return texts;
  };
  const quoted = (event: GenerationEvent | undefined): string[] =>
    event?.type !== 'text'
      ? []
      : (event.citations ?? []).map(({ document, start, end }) => [HARBOUR, SALT][document]!.text.slice(start, end));

  it('says which sentences a text rests on, in UTF-16 code units, without the space behind them', async () => {
    const [before, cited, after] = await textsOf(
      plainBlock(0, 'It is said that ') +
        citedBlock(1, ['the lantern ', 'burns ', 'at dusk'], [{ from: 1, to: 2 }]) +
        plainBlock(2, '.'),
    );
    expect([before, after]).toEqual([
      { type: 'text', text: 'It is said that ' },
      { type: 'text', text: '.' },
    ]);
    expect(cited?.text).toBe('the lantern burns at dusk');
    expect(quoted(cited)).toEqual(['🏮 The lantern 𝕃 burns at dusk.']);
  });

  it('may cite several sentences, several documents, and after the words', async () => {
    const places = [
      { from: 2, to: 4 },
      { document: 1, from: 0, to: 1 },
    ];
    for (const late of [false, true]) {
      const [cited] = await textsOf(citedBlock(0, ['A bell, salt.'], places, { late }));
      expect(cited?.text).toBe('A bell, salt.');
      expect(quoted(cited).toSorted()).toEqual([SALT.text, '灯 A bell is rung.\n\nThe keeper sleeps.']);
    }
  });

  it('may cite nothing that there is not', async () => {
    const places = [
      { document: 2, from: 0, to: 1 },
      { document: -1, from: 0, to: 1 },
      { from: 3, to: 5 },
      { from: 2, to: 2 },
      { from: -1, to: 1 },
    ];
    expect(await textsOf(citedBlock(0, ['A bell.'], places))).toEqual([{ type: 'text', text: 'A bell.' }]);
  });

  it('is not believed to be done while a text of it is not', async () => {
    const cited = citedBlock(0, ['A bell.'], [{ from: 2, to: 3 }]);
    const stop = sse('content_block_stop', { index: 0 });
    await expect(textsOf(cited.slice(0, -stop.length))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('may cite by offsets only what was sent by offsets', async () => {
    const citation = {
      type: 'char_location',
      cited_text: 'Grey',
      document_index: 1,
      start_char_index: 0,
      end_char_index: 4,
    };
    const cited = block(0, { citations: [], type: 'text', text: 'Salt' }, [
      { type: 'citations_delta', citation },
      { type: 'text_delta', text: ' is grey.' },
    ]);
    expect(await textsOf(cited)).toEqual([{ type: 'text', text: 'Salt is grey.' }]);
  });
});
