import { createLogger } from '@arbiter/platform';
import { ArbiterError } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import type { AnswerabilityModel } from '@arbiter/ports';
import { ScriptedAnswerabilityModel, SilentAnswerabilityModel } from '@arbiter/ports/testing';
import { Registry } from 'prom-client';
import { sourceOf } from '../../test/claim-support.js';
import { AnswerabilityObserver } from './answerability.observer.js';
import { AnswerReader, type PlacedClaim } from './answer-reader.js';

const NEVER = new AbortController().signal;
const CONTENT = 'The lamp burns whale oil. It weighs 40 pounds.';
const LAMP = sourceOf('lamp', CONTENT, { title: 'Gull Point', section: 'The lamp' });
const QUERY = 'How heavy is the lamp?';

function claim(text: string): PlacedClaim {
  return { text, source: LAMP, evidence: '', start: CONTENT.indexOf(text) };
}

function reading(model: AnswerabilityModel, claims = [claim('It weighs 40 pounds.')], timeoutMs = 60_000) {
  const registry = new Registry();
  const logger = createLogger({ name: 'test', level: 'fatal', secrets: [], destination: process.stderr });
  const sut = new AnswerReader({ model, timeoutMs, observer: new AnswerabilityObserver({ logger, registry }) });
  const answer = { query: QUERY, answer: 'It weighs 40 pounds. [1]', claims };
  return { read: (signal = NEVER) => sut.read(answer, signal), registry };
}

describe('AnswerReader', () => {
  it('reads the whole without its markers, and each claim where it stands', async () => {
    const model = new ScriptedAnswerabilityModel(() => 0.5);
    await reading(model).read();
    expect(model.asked).toEqual([
      { question: QUERY, statement: 'It weighs 40 pounds.', heading: 'Gull Point', before: '' },
      {
        question: QUERY,
        statement: 'It weighs 40 pounds.',
        heading: 'Gull Point. The lamp',
        before: 'The lamp burns whale oil. ',
      },
    ]);
  });

  it('takes the mean of the log odds of the whole and of the best claim, and gives those of the first six', async () => {
    const odds: Record<string, number> = { 'The lamp burns whale oil.': 0.1, 'It weighs 40 pounds.': 0.9 };
    const claims = Object.keys(odds).map(claim);
    const sut = reading(new ScriptedAnswerabilityModel((statement) => odds[statement] ?? 0.5), claims);
    // The whole is 'It weighs 40 pounds.' here, so that both are ln 9.
    const { odds: mean, claims: each } = await sut.read();
    expect(mean).toBeCloseTo(Math.log(9), 6);
    expect(each.map((own) => own?.toFixed(4))).toEqual(['-2.1972', '2.1972']);
    const many = Array.from({ length: 10 }, () => claim('It weighs 40 pounds.'));
    const { claims: read } = await reading(new ScriptedAnswerabilityModel(() => 0.5), many).read();
    expect(read.slice(5)).toEqual([0, null, null, null, null]);
  });

  it('gives nothing, and counts it, where the model fails', async () => {
    const model = new ScriptedAnswerabilityModel(() => {
      throw new ArbiterError('UNAVAILABLE', 'away');
    });
    const sut = reading(model);
    expect(await sut.read()).toEqual({ odds: null, claims: [null] });
    const [counter] = await sut.registry.getMetricsAsJSON();
    expect(counter).toMatchObject({ values: [{ value: 1, labels: { code: 'UNAVAILABLE' } }] });
  });

  it('waits no longer than it may', async () => {
    expect(await reading(new SilentAnswerabilityModel(), undefined, 50).read()).toEqual({ odds: null, claims: [null] });
  });

  it('throws the reason of its signal', async () => {
    const model = new ScriptedAnswerabilityModel(() => 0.5);
    await expect(reading(model).read(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  });
});
