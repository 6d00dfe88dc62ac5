import { createLogger } from '@arbiter/platform';
import { ArbiterError } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import type { AnswerabilityModel, AnswerCandidate } from '@arbiter/ports';
import { Registry } from 'prom-client';
import { sourceOf } from '../../test/claim-support.js';
import { AnswerabilityObserver } from './answerability.observer.js';
import { AnswerReader, type PlacedClaim } from './answer-reader.js';

const NEVER = new AbortController().signal;
const CONTENT = 'The lamp burns whale oil. It weighs 40 pounds.';
const LAMP = sourceOf('lamp', CONTENT, { title: 'Gull Point', section: 'The lamp' });
const QUERY = 'How heavy is the lamp?';

/** Says of each statement what the table says, and remembers what it was asked. */
class ScriptedModel implements AnswerabilityModel {
  readonly model = 'scripted';
  readonly asked: AnswerCandidate[] = [];

  constructor(private readonly probabilityOf: (statement: string) => number | null) {}

  async score(
    candidates: readonly AnswerCandidate[],
    _options: { readonly signal: AbortSignal },
  ): Promise<readonly (number | null)[]> {
    await Promise.resolve();
    this.asked.push(...candidates);
    return candidates.map(({ statement }) => this.probabilityOf(statement));
  }

  async warmUp(): Promise<void> {
    await this.score([], { signal: NEVER });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

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
    const model = new ScriptedModel(() => 0.5);
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

  it('takes the mean of the log odds of the whole and of the best claim', async () => {
    const odds: Record<string, number> = { 'The lamp burns whale oil.': 0.1, 'It weighs 40 pounds.': 0.9 };
    const claims = Object.keys(odds).map(claim);
    const sut = reading(new ScriptedModel((statement) => odds[statement] ?? 0.5), claims);
    // The whole is 'It weighs 40 pounds.' here, so that both are ln 9.
    expect(await sut.read()).toBeCloseTo(Math.log(9), 6);
  });

  it('gives nothing, and counts it, where the model fails', async () => {
    const model = new ScriptedModel(() => {
      throw new ArbiterError('UNAVAILABLE', 'away');
    });
    const sut = reading(model);
    expect(await sut.read()).toBeNull();
    const [counter] = await sut.registry.getMetricsAsJSON();
    expect(counter).toMatchObject({ values: [{ value: 1, labels: { code: 'UNAVAILABLE' } }] });
  });

  it('waits no longer than it may', async () => {
    class SilentModel extends ScriptedModel {
      override score(_: readonly AnswerCandidate[], { signal }: { readonly signal: AbortSignal }): Promise<never> {
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reject(signal.reason as Error);
          });
        });
      }
    }
    expect(await reading(new SilentModel(() => null), [], 50).read()).toBeNull();
  });

  it('throws the reason of its signal', async () => {
    const model = new ScriptedModel(() => 0.5);
    await expect(reading(model).read(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  });
});
