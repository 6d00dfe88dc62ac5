import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Passage, SynthesizedExpansion } from '@arbiter/contracts';
import { SequentialIds } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { passage } from '../../../test/readings.js';
import {
  buildSynthesisPrompt,
  CITING_PROMPT_VERSION,
  DEFAULT_GENERATION_SETTINGS,
  SYNTHESIS_PROMPT_VERSION,
} from './synthesis.prompt.js';

const Sha256 = z.string().regex(/^[\da-f]{64}$/);
const FrozenPrompt = z.strictObject({
  version: z.string(),
  /** The day of the first prompt of this version. */
  from: z.iso.date(),
  /** Of the system message. */
  system: Sha256,
  /** Of all prompts of {@link TASKS}; null of a version that was replaced before prompts were frozen. */
  prompt: Sha256.nullable(),
  /** What was measured with this version. */
  measured: z.array(z.string()),
});

const FILE = new URL('../../../test/frozen/synthesis-prompts.json', import.meta.url);
const FROZEN = z.array(FrozenPrompt).parse(JSON.parse(readFileSync(FILE, 'utf8')));

const STATE = 'Inn is destroyed since session 2.';
const COAST = passage('coast', 'The inn has beds.');
const INN: SynthesizedExpansion = {
  ...{ name: 'Inn (place)', text: `${STATE} [1]` },
  passages: [passage('session-2', 'The inn burned.')],
};
/** Together they have every text that is the same for all questions. */
const TASKS = [
  { query: 'Where are beds?', passages: [COAST] },
  {
    ...{ query: 'Where are beds?', passages: [COAST], expansions: [INN], maxSentences: 2 },
    correction: { unsupported: ['The inn has ten beds.'], missing: [] },
  },
];

function promptsOf(bindsCitations: boolean) {
  const statesOf = ({ text }: Passage): string[] => (text === COAST.text ? [STATE] : []);
  const requests = TASKS.map(
    (task, at) =>
      buildSynthesisPrompt(task, {
        model: { contextTokens: null, bindsCitations },
        settings: DEFAULT_GENERATION_SETTINGS,
        ids: new SequentialIds(),
        statesOf: at === 0 ? () => [] : statesOf,
      })!.request,
  );
  const [first] = requests;
  return {
    version: first!.prompt,
    system: sha256(first!.system),
    prompt: sha256(JSON.stringify(requests.map(({ system, messages }) => [system, messages]))),
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

describe('a version of the prompt', () => {
  it.each([
    ['markers', SYNTHESIS_PROMPT_VERSION, false],
    ['citations of the vendor', CITING_PROMPT_VERSION, true],
  ])('has the words that were frozen for it (%s)', (_, version, bindsCitations) => {
    const { system, prompt } = FROZEN.find((one) => one.version === version) ?? {};
    const advice =
      'Other words are another version: raise it, and add it with its sums to test/frozen/synthesis-prompts.json.';
    expect({ advice, ...promptsOf(bindsCitations) }).toEqual({ advice, version, system, prompt });
  });

  it('is the newest of its kind, and never used again', () => {
    const versions = FROZEN.map(({ version }) => version);
    expect(new Set(versions).size).toBe(versions.length);
    const kindOf = (version: string): string => version.replace(/\d+$/, '');
    for (const current of [SYNTHESIS_PROMPT_VERSION, CITING_PROMPT_VERSION])
      expect(versions.findLast((version) => kindOf(version) === kindOf(current))).toBe(current);
    const days = FROZEN.map(({ from }) => from);
    expect(days).toEqual([...days].sort());
  });
});
