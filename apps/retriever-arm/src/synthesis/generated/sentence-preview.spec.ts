import { describe, expect, it } from '@jest/globals';
import { ScriptedLanguageModel } from '@arbiter/adapter-kit/testing';
import type { Passage, SynthesisEvent } from '@arbiter/contracts';
import { SYSTEM_CLOCK } from '@arbiter/ports';
import { SequentialIds } from '@arbiter/ports/testing';
import { ExtractiveSynthesizer } from '../extractive-synthesizer.js';
import { GenerativeSynthesizer } from './generative-synthesizer.js';

const TEXT = 'The harbour closes at dusk. A bell is rung before the harbour closes.';
const HARBOUR: Passage = {
  chunkId: 'harbour:0',
  documentId: 'harbour',
  collection: 'c',
  text: TEXT,
  start: 0,
  end: TEXT.length,
  title: 'Harbour',
  source: 'harbour.md',
  section: [],
  page: null,
  metadata: {},
  score: 0.9,
};
const TASK = { query: 'When does the harbour close?', passages: [HARBOUR] };

type TextEvent = Extract<SynthesisEvent, { readonly text: string }>;

/** @param pieces as the model gives them */
async function write(pieces: string[], { preview = true, isCut = false } = {}): Promise<TextEvent[]> {
  const model = new ScriptedLanguageModel(() => ({ type: isCut ? 'cut' : 'answer', pieces }));
  const fallback = new ExtractiveSynthesizer(null);
  const sut = new GenerativeSynthesizer({ model, fallback, ids: new SequentialIds(), clock: SYSTEM_CLOCK });
  const events: TextEvent[] = [];
  for await (const event of sut.stream({ ...TASK, preview }, new AbortController().signal)) {
    if (event.type === 'token' || event.type === 'preview') events.push(event);
  }
  return events;
}

/** What a reader sees after each event: whole sentences, then `|` and the one that is being written. */
function seen(events: readonly TextEvent[]): string[] {
  let whole = '';
  let unfinished = '';
  return events.map(({ type, text }) => {
    whole += type === 'token' ? text : '';
    unfinished = type === 'token' ? '' : unfinished + text;
    return `${whole}|${unfinished}`;
  });
}

describe('GenerativeSynthesizer, when a preview is wanted', () => {
  it('gives the words of a sentence as they come, and then the sentence with its markers', async () => {
    expect(seen(await write(['The har', 'bour closes ', 'at dusk [', '1]. A ', 'bell is rung [1].']))).toEqual([
      '|The har',
      '|The harbour closes',
      '|The harbour closes at dusk',
      'The harbour closes at dusk [1].|',
      'The harbour closes at dusk [1].| A',
      'The harbour closes at dusk [1].| A bell is rung.',
      'The harbour closes at dusk [1]. A bell is rung [2].|',
    ]);
  });

  it('gives whole sentences alone to who has not asked for more', async () => {
    const events = await write(['The harbour ', 'closes at dusk [1].'], { preview: false });
    expect(events).toEqual([{ type: 'token', text: 'The harbour closes at dusk [1].' }]);
  });

  it('takes back a sentence that is left out', async () => {
    const views = seen(
      await write(['Salt is ', 'dear ![a](https://a.example/a). ', 'The harbour closes at dusk [1].']),
    );
    expect(views[0]).toBe('|Salt is');
    expect(views.at(-1)).toBe('The harbour closes at dusk [1].|');
    expect(views.some((view) => view.includes('dear. The'))).toBe(false);
  });

  it.each([
    ['the word that is meant for us', ['NOT_IN', '_SOURCES']],
    ['a sentence that says so', ['The sources do not mention', ' any of this.']],
  ])('shows nothing of a refusal: %s', async (_what, pieces) => {
    expect(await write(pieces)).toEqual([]);
  });

  it('takes back what a model wrote that failed before its first sentence was whole', async () => {
    const views = seen(await write(['Ships may ', 'come'], { isCut: true }));
    expect(views.slice(0, 2)).toEqual(['|Ships may', '|Ships may come']);
    expect(views.at(-1)).toMatch(/^The harbour closes at dusk\. \[1\].*\|$/);
  });
});
