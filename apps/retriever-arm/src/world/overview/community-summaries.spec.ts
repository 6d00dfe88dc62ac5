import { openLanguageModel } from '@arbiter/backends';
import { expand } from '@arbiter/contracts';
import { type LanguageModel, SYSTEM_CLOCK } from '@arbiter/ports';
import { SequentialIds } from '@arbiter/ports/testing';
import { chatChunks, type HttpStandIn, type StandInAnswer, startHttpStandIn } from '@arbiter/testing';
import { estimateTokens } from '@arbiter/text';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type WorldLibrary, worldLibraryOf } from '../../../test/world.library.js';
import type { TimeBudget } from '../../calls/time-budget.js';
import { ExtractiveSynthesizer } from '../../synthesis/extractive-synthesizer.js';
import { GenerativeSynthesizer } from '../../synthesis/generated/generative-synthesizer.js';
import { ExpansionsService } from '../expansions.service.js';
import { CommunitySummaries, SUMMARY_GENERATION_SETTINGS } from './community-summaries.js';

const { signal } = new AbortController();
const DOCUMENTS = {
  'place/grey-mill.md': 'The Grey Mill is a mill by the river. It is kept by Orsolya Beck.',
  'person/orsolya-beck.md': 'Orsolya Beck is a miller. She sleeps at the Low Inn.',
  'place/low-inn.md': 'The Low Inn is a tavern. It is kept by Orsolya Beck.',
};
const SESSIONS = { 1: 'The party dined at the Low Inn.', 2: 'The Low Inn was destroyed by fire.' };
const GONE = 'Low Inn is destroyed since session 2.';

/** Sources of a prompt as the model sees them, from the first on. */
const sourcesOf = (prompt: string): string[] =>
  [...prompt.matchAll(/<source-[^>]*>([^<]*)</gu)].map(([, text = '']) => text.trim());

let library: WorldLibrary;
let server: HttpStandIn;
let model: LanguageModel;
let summaries: CommunitySummaries;
let prompts: string[];
let unusable: unknown[];
/** How the model answers next. */
let answer: (reply: StandInAnswer, prompt: string) => Promise<void>;

const says =
  (text: (markerOf: (words: string) => string) => string, finishReason = 'stop'): typeof answer =>
  (reply, prompt) => {
    const sources = sourcesOf(prompt);
    const markerOf = (words: string): string => `[${sources.findIndex((source) => source.includes(words)) + 1}]`;
    return reply.stream('text/event-stream', chatChunks([text(markerOf)], finishReason), 'end');
  };
const GOOD = says(
  (markerOf) =>
    `- Orsolya Beck, a miller, runs the Grey Mill ${markerOf('is a miller')}${markerOf('is a mill by')}.\n- The Low Inn served as a tavern ${markerOf('is a tavern')}.`,
);

beforeEach(async () => {
  library = await worldLibraryOf('town', { documents: DOCUMENTS, sessions: SESSIONS });
  prompts = [];
  unusable = [];
  answer = GOOD;
  server = await startHttpStandIn((request, reply) => {
    const { messages } = JSON.parse(request.body) as { messages: { content: string | { text: string }[] }[] };
    const content = messages.at(-1)?.content ?? '';
    prompts.push(typeof content === 'string' ? content : content.map(({ text }) => text).join('\n'));
    return answer(reply, prompts.at(-1) ?? '');
  });
  const settings = {
    anthropicApiKey: undefined,
    anthropicBaseUrl: undefined,
    openaiApiKey: undefined,
    ollamaHost: undefined,
  };
  model = await openLanguageModel('openai/gpt-test', 'SYNTHESIS_MODEL', {
    ...settings,
    openaiBaseUrl: `${server.url}/v1`,
  });
  summaries = new CommunitySummaries({
    model: model.name,
    writerWith: (readCurrency) =>
      new GenerativeSynthesizer(
        {
          model,
          fallback: new ExtractiveSynthesizer(null),
          ids: new SequentialIds(),
          clock: SYSTEM_CLOCK,
          readCurrency,
        },
        SUMMARY_GENERATION_SETTINGS,
      ),
    onUnusable: (told) => unusable.push(told),
  });
});

afterEach(async () => {
  await model.close();
  await server.close();
});

async function expanded(more: object = {}, { of = library, time }: { of?: WorldLibrary; time?: TimeBudget } = {}) {
  const sut = new ExpansionsService({ ...of, summaries });
  const input = expand.input.parse({ collection: 'town', ids: ['0-0'], ...more });
  const told = await sut.expand(input, signal, time);
  expect(expand.output.safeParse(told).success).toBe(true);
  return told.expansions[0]!;
}

async function extracted(more: object = {}, of = library) {
  const sut = new ExpansionsService(of);
  return (await sut.expand(expand.input.parse({ collection: 'town', ids: ['0-0'], ...more }), signal)).expansions[0]!;
}

describe('the summary of a community by a language model', () => {
  it('has markers down to the sentences of documents', async () => {
    const { text, citations, tokens, name } = await expanded();
    expect(text).toBe('Orsolya Beck, a miller, runs the Grey Mill. [1][2] The Low Inn served as a tavern. [3]');
    const cited = await Promise.all(
      citations.map(async ({ documentId, start, end }) =>
        (await library.documents.text(documentId, signal))?.slice(start, end),
      ),
    );
    expect(cited).toEqual([
      'Orsolya Beck is a miller.',
      'The Grey Mill is a mill by the river.',
      'The Low Inn is a tavern.',
    ]);
    expect(tokens).toBe(estimateTokens(text));
    expect(prompts[0]).toContain(name);
    expect(unusable).toEqual([]);
  });

  it('tells what is gone as gone, to the model and before the sentence about it, with the record that shows it', async () => {
    await library.change(2, { entity_updates: [{ entity_id: 'low-inn', status: 'destroyed' }] });
    const { text, citations } = await expanded();
    expect(text).toMatch(/Low Inn is destroyed since session 2\. \[\d\].*The Low Inn served as a tavern/u);
    expect(text.split(GONE)).toHaveLength(2);
    expect(citations.map(({ source }) => source)).toContain('session-2.md');
    expect(prompts[0]).toMatch(/<state-[^>]*>\s*Low Inn is destroyed since session 2\./u);
    expect((await expanded({ asOfSession: 1 })).text).not.toContain('destroyed');
  });

  it('has no sentence whose markers are invented, or that has none', async () => {
    answer = says(
      (markerOf) =>
        `Beck rules the river [99]. Everybody fears her. Orsolya Beck is a miller ${markerOf('is a miller')}. The Low Inn is a tavern ${markerOf('is a tavern')}.`,
    );
    expect((await expanded()).text).toBe('Orsolya Beck is a miller. [1] The Low Inn is a tavern. [2]');
  });

  it('has no sentence that what it cites does not support', async () => {
    answer = says(
      (markerOf) =>
        `Orsolya Beck is a miller ${markerOf('is a miller')}. The Low Inn has 24 rooms for the Tide Guild ${markerOf('is a tavern')}. The Low Inn is a tavern ${markerOf('is a tavern')}.`,
    );
    expect((await expanded()).text).toBe('Orsolya Beck is a miller. [1] The Low Inn is a tavern. [2]');
  });

  it('is the extractive one if fewer than two sentences cite something, and says so', async () => {
    answer = says((markerOf) => `Beck rules the river [99]. Orsolya Beck is a miller ${markerOf('is a miller')}.`);
    expect(await expanded()).toEqual(await extracted());
    expect(unusable).toEqual([{ community: '0-0', sentences: 1 }]);
  });

  it('is the extractive one if the model fails, has no time or answers too late, and the model is asked again', async () => {
    answer = (reply) => reply.json(400, { error: { message: 'No.', type: 'x' } });
    expect(await expanded()).toEqual(await extracted());
    answer = (reply) => reply.stream('text/event-stream', '', 'hang');
    expect(await expanded({}, { time: { within: () => 1_500 } })).toEqual(await extracted());
    expect(await expanded({}, { time: { within: () => 0 } })).toEqual(await extracted());
    expect(prompts).toHaveLength(2);
    answer = GOOD;
    expect((await expanded()).text).toContain('runs the Grey Mill');
  });

  it('is told as far as it came if the model breaks off, and tried again', async () => {
    answer = says(
      (markerOf) =>
        `Orsolya Beck is a miller ${markerOf('is a miller')}. The Low Inn is a tavern ${markerOf('is a tavern')}. It is`,
      'length',
    );
    expect((await expanded()).text).toBe('Orsolya Beck is a miller. [1] The Low Inn is a tavern. [2]');
    answer = GOOD;
    expect((await expanded()).text).toContain('runs the Grey Mill');
  });

  it('is written once for the same members and evidence, whatever else is asked for', async () => {
    const first = await expanded();
    expect(await expanded()).toEqual(first);
    expect((await expanded({ maxTokens: 2_000 })).text).toBe(first.text);
    expect(prompts).toHaveLength(1);
  });

  it('is written anew when members, evidence or states have changed', async () => {
    await expanded();
    const documents = {
      ...DOCUMENTS,
      'person/tam-beck.md': 'Tam Beck is a son of Orsolya Beck. He works for Orsolya Beck.',
    };
    await expanded({}, { of: await worldLibraryOf('town', { documents, sessions: SESSIONS }) });
    expect(prompts).toHaveLength(2);
    expect(sourcesOf(prompts[1] ?? '').join(' ')).toContain('Tam Beck');
    await library.change(2, { entity_updates: [{ entity_id: 'low-inn', status: 'destroyed' }] });
    await expanded();
    expect(prompts).toHaveLength(3);
    await library.documents.delete('place/grey-mill.md', signal);
    answer = says(
      (markerOf) => `Orsolya Beck mills ${markerOf('is a miller')}. It is a tavern ${markerOf('is a tavern')}.`,
    );
    const { text, citations } = await expanded();
    expect(text).not.toContain('Grey Mill');
    expect(citations.map(({ source }) => source)).not.toContain('place/grey-mill.md');
    expect(sourcesOf(prompts[3] ?? '').join(' ')).not.toContain('mill by the river');
  });

  it('keeps to the tokens, its own and those of all together, and leaves out whole sentences', async () => {
    const leads = ['As it is told', 'In other words', 'To sum up', 'In short', 'All in all', 'Again'];
    answer = says((markerOf) =>
      leads
        .map((lead) => `${lead}, Orsolya Beck is a miller, and she is a miller ${markerOf('is a miller')}.`)
        .join(' '),
    );
    const whole = await expanded();
    expect(whole.text.match(/\[1\]/gu)).toHaveLength(6);
    const part = await expanded({ maxTokens: 100 });
    expect(part.tokens).toBeLessThanOrEqual(100);
    expect(part.text.length).toBeLessThan(whole.text.length);
    expect(whole.text.startsWith(part.text)).toBe(true);
    const sut = new ExpansionsService({ ...library, summaries });
    const input = expand.input.parse({ collection: 'town', ids: ['0-0', 'grey-mill', 'orsolya-beck'], maxTokens: 150 });
    const { expansions } = await sut.expand(input, signal);
    expect(expansions).toHaveLength(3);
    expect(expansions.reduce((sum, { text }) => sum + estimateTokens(text), 0)).toBeLessThanOrEqual(150);
  });

  it('is not written beside passages, nor of an entity', async () => {
    const { passages } = await expanded({ includePassages: true });
    expect(passages?.length).toBeGreaterThan(0);
    expect(await expanded({ ids: ['grey-mill'] })).toEqual(await extracted({ ids: ['grey-mill'] }));
    expect(prompts).toEqual([]);
  });
});
