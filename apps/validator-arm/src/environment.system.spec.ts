import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { ArbiterError, detect } from '@arbiter/contracts';
import { loadConfig } from '@arbiter/platform';
import { sourceOf } from '../test/claim-support.js';
import { openShippedEmbedder, startValidator, validated, type StartedValidator } from '../test/validator.arm.js';
import { validatorArmConfig } from './validator-arm.config.js';

const LAMP = 'Mara Fell keeps the lamp of Gull Point. The lamp burns whale oil. It was lit in 341 and is 70 feet high.';
const QUERY = 'Who keeps the lamp of Gull Point?';
const STATED = 'Mara Fell keeps the lamp of Gull Point.';
const LIE = 'Gregor Hask paints seascapes for the bishop of Ostreach.';
const UNSPOKEN = 'The cook bakes pies with barley and thyme.';
const lamp = sourceOf('lamp', LAMP, { title: 'Gull Point', type: 'forum' });

describe('a variable of the validator arm', () => {
  const arms: StartedValidator[] = [];
  const embedder = openShippedEmbedder();
  afterEach(async () => {
    for (const arm of arms.splice(0)) await arm.close();
  });
  afterAll(() => embedder.close());
  const start = async (env: Readonly<Record<string, string>>): Promise<StartedValidator> => {
    // No question is asked of what the reader finds.
    const arm = await startValidator({ VALIDATION_READER: 'false', ...env }, embedder);
    arms.push(arm);
    return arm;
  };
  const check = async (env: Readonly<Record<string, string>>, answer: string) =>
    (await validated(await start(env), { query: QUERY, answer, sources: [lamp] })).result;
  const report = async (env: Readonly<Record<string, string>>, answer: string) =>
    (await start(env)).client.request(detect, { answer, sources: [lamp] });

  it('VALIDATION_CONFIDENCE_THRESHOLD decides from which confidence an answer is accepted', async () => {
    expect((await check({}, STATED)).recommendation).toBe('accept');
    expect((await check({ VALIDATION_CONFIDENCE_THRESHOLD: '1' }, STATED)).recommendation).not.toBe('accept');
  });

  it('HALLUCINATION_DETECTION_ENABLED decides whether a claim without support is an error of its own', async () => {
    const [on, off] = [await check({}, LIE), await check({ HALLUCINATION_DETECTION_ENABLED: 'false' }, LIE)];
    expect(on.issues).toContainEqual(expect.objectContaining({ type: 'hallucination', severity: 'error', claim: LIE }));
    expect(on.checks.hallucination).toMatchObject({ rate: 1 });
    expect(off.issues).toContainEqual(expect.objectContaining({ type: 'support', severity: 'warning', claim: LIE }));
    expect(off.checks.hallucination).toBeUndefined();
    expect(off.confidence).toBeLessThan(0.3);
  });

  it('HALLUCINATION_SIMILARITY_THRESHOLD decides what is said otherwise and what is not spoken of, and supports nothing', async () => {
    const suggestionOf = async (threshold: string) => {
      const { issues, isSupported } = await check({ HALLUCINATION_SIMILARITY_THRESHOLD: threshold }, UNSPOKEN);
      return { suggestion: issues.find(({ claim }) => claim === UNSPOKEN)?.suggestion, isSupported };
    };
    expect(await suggestionOf('1')).toEqual({
      suggestion: expect.stringContaining('do not speak of it') as unknown,
      isSupported: false,
    });
    expect(await suggestionOf('0')).toEqual({
      suggestion: expect.stringContaining('Say what the sources say') as unknown,
      isSupported: false,
    });
  });

  it('HALLUCINATION_MAX_RATE and HALLUCINATION_REJECT_RATE decide what becomes of an answer by its unsupported share', async () => {
    const half = `${STATED} ${LIE}`;
    expect(await report({}, half)).toMatchObject({ rate: 0.5, recommendation: 'reject' });
    expect(await report({ HALLUCINATION_REJECT_RATE: '0.6' }, half)).toMatchObject({ recommendation: 'regenerate' });
    const both = { HALLUCINATION_MAX_RATE: '0.5', HALLUCINATION_REJECT_RATE: '0.6' };
    expect(await report(both, half)).toMatchObject({ hasHallucinations: true, recommendation: 'accept' });
  });

  it('VALIDATION_SOURCE_AUTHORITY says what sources of a type are worth', async () => {
    const authorityOf = async (env: Readonly<Record<string, string>>) =>
      (await check(env, STATED)).checks.sourceQuality?.[0]?.authority;
    expect(await authorityOf({})).toBeNull();
    expect(await authorityOf({ VALIDATION_SOURCE_AUTHORITY: 'rules=1,forum=0.3' })).toBe(0.3);
  });

  it('VALIDATION_CACHE_MB keeps results, or none', async () => {
    const secondOf = async (env: Readonly<Record<string, string>>) => {
      const arm = await start(env);
      const request = { query: QUERY, answer: STATED, sources: [lamp] };
      await validated(arm, request);
      return (await validated(arm, request)).cache;
    };
    expect(await secondOf({})).toBe('hit');
    expect(await secondOf({ VALIDATION_CACHE_MB: '0' })).toBe('miss');
  });

  it.each([
    ['VALIDATION_CONFIDENCE_THRESHOLD', '1.5'],
    ['VALIDATION_LLM', 'gemini'],
    ['HALLUCINATION_DETECTION_ENABLED', 'maybe'],
    ['HALLUCINATION_SIMILARITY_THRESHOLD', '-1'],
    ['HALLUCINATION_MAX_RATE', 'ten'],
    ['VALIDATION_SOURCE_AUTHORITY', 'forum=2'],
    ['VALIDATION_LLM_TIMEOUT_MS', '15000'],
  ])('%s is refused as %p, by its name', (name, value) => {
    const load = () => loadConfig(validatorArmConfig, { env: { [name]: value }, cwd: '.' });
    expect(load).toThrow(ArbiterError);
    expect(load).toThrow(name);
  });
});
