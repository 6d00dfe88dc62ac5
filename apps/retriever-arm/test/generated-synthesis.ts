import { ScriptedLanguageModel, type Script, type ScriptedLanguageModelOptions } from '@arbiter/adapter-kit/testing';
import { synthesize, type Passage, type SynthesizeResponse } from '@arbiter/contracts';
import { SYSTEM_CLOCK } from '@arbiter/ports';
import { SequentialIds } from '@arbiter/ports/testing';
import { expect } from '@jest/globals';
import { ExtractiveSynthesizer } from '../src/synthesis/extractive-synthesizer.js';
import { GenerativeSynthesizer, type GenerationFailure } from '../src/synthesis/generated/generative-synthesizer.js';
import { DEFAULT_GENERATION_SETTINGS, type GenerationSettings } from '../src/synthesis/generated/synthesis.prompt.js';
import type { SynthesisTask } from '../src/synthesis/synthesizer.js';
import { passage as passageOf } from './readings.js';

const { signal } = new AbortController();

/** A passage in the middle of its document. */
export function passage(documentId: string, text: string): Passage {
  return passageOf(documentId, text, { start: 40, end: 40 + text.length });
}

export const HARBOUR = passage(
  'Harbour',
  'Ropes are dear. The harbour closes at dusk. A bell is rung before the harbour closes.',
);
export const SALT = passage('Salt', 'Salt is grey or white. Grey salt costs 7 scales a sack.');
export const TASK: SynthesisTask = { query: 'When does the harbour close?', passages: [HARBOUR, SALT] };

export interface Run {
  readonly answer: SynthesizeResponse;
  /** The texts of the events. */
  readonly tokens: readonly string[];
  readonly statuses: readonly string[];
  readonly failures: readonly GenerationFailure[];
  readonly model: ScriptedLanguageModel;
}

export async function run(
  script: Script | string,
  {
    task = TASK,
    settings = {},
    model: options = {},
    silenceMs = 60_000,
  }: {
    task?: SynthesisTask;
    settings?: Partial<GenerationSettings>;
    model?: ScriptedLanguageModelOptions;
    silenceMs?: number;
  } = {},
): Promise<Run> {
  const model = new ScriptedLanguageModel(typeof script === 'string' ? () => script : script, {
    ...options,
    silenceMs,
  });
  const failures: GenerationFailure[] = [];
  const sut = new GenerativeSynthesizer(
    {
      model,
      fallback: new ExtractiveSynthesizer(null),
      ids: new SequentialIds(),
      clock: SYSTEM_CLOCK,
      onFailure: (failure) => failures.push(failure),
    },
    { ...DEFAULT_GENERATION_SETTINGS, ...settings },
  );
  const tokens: string[] = [];
  const statuses: string[] = [];
  const stream = sut.stream(task, signal);
  for (;;) {
    const next = await stream.next();
    if (next.done === true) return { answer: next.value, tokens, statuses, failures, model };
    if (next.value.type === 'token') tokens.push(next.value.text);
    if (next.value.type === 'restart') tokens.length = 0;
    if (next.value.type === 'status') statuses.push(next.value.status);
  }
}

export function promptOf({ model }: Run): string {
  const message = model.requests[0]?.messages[0];
  return message?.role === 'user' ? message.text : '';
}

/** What holds for every answer, whatever the model wrote. */
export function expectSound({ answer, tokens }: Run, passages = TASK.passages): void {
  expect(synthesize.output.safeParse(answer).error).toBeUndefined();
  expect(tokens.join('')).toBe(answer.text);
  const used = [...answer.text.matchAll(/\[(\d+)\]/g)].map(([, digits]) => Number(digits));
  // In order of first use, from 1, without gaps; and no citation that no marker uses.
  expect([...new Set(used)]).toEqual(answer.citations.map((_, index) => index + 1));
  for (const [index, { marker, documentId, start, end, quote }] of answer.citations.entries()) {
    const source = passages.find((each) => each.documentId === documentId);
    expect(marker).toBe(index + 1);
    expect(source?.text.slice(start - source.start, end - source.start)).toBe(quote);
    expect(quote).not.toBe('');
  }
  for (const { start, end, markers } of answer.sentences) {
    const sentence = answer.text.slice(start, end);
    expect(markers).toEqual([...new Set([...sentence.matchAll(/\[(\d+)\]/g)].map(([, digits]) => Number(digits)))]);
  }
}
