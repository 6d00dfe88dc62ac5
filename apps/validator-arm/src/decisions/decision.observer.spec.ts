import { ArbiterError, validate, type ValidateRequest, type ValidationResult } from '@arbiter/contracts';
import { createLogger } from '@arbiter/platform';
import { ManualClock } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { Registry } from 'prom-client';
import { judged, sourceOf } from '../../test/claim-support.js';
import { featureValidation } from '../../test/service.js';
import { reportHallucinations } from '../validation/report-hallucinations.js';
import { DecisionObserver, type Decision } from './decision.observer.js';

const made = { key: 'abc', cached: false, durationMs: 12 };

async function judgedAnswer(): Promise<{ request: ValidateRequest; result: ValidationResult }> {
  const sources = [sourceOf('s', 'The lamp burns oil.')];
  const request = validate.input.parse({ query: 'my private question', answer: 'The bishop sells fish.', sources });
  return { request, result: await featureValidation().validate(request, AbortSignal.timeout(60_000)) };
}

function observer(append: (decision: Decision) => Promise<void>, logQueries = false) {
  const logged: string[] = [];
  const registry = new Registry();
  const logger = createLogger({
    name: 'test',
    level: 'info',
    secrets: [],
    destination: { write: (line: string) => void logged.push(line) },
  });
  const sut = new DecisionObserver({ logger, registry, clock: new ManualClock(), log: { append }, logQueries });
  return { sut, registry, logged };
}

describe('DecisionObserver', () => {
  it.each([false, true])(
    'writes what was decided, and what was asked only where that is wanted (%p)',
    async (wanted) => {
      const { request, result } = await judgedAnswer();
      const written: Decision[] = [];
      const { sut, registry } = observer((decision) => Promise.resolve(void written.push(decision)), wanted);
      sut.validated(request, result, made);
      expect(written).toMatchObject([
        { operation: 'validate', key: 'abc', recommendation: result.recommendation, claims: 1, unsupported: 1 },
      ]);
      expect(JSON.stringify(written).includes('private')).toBe(wanted);
      expect(JSON.stringify(written).includes('bishop')).toBe(wanted);
      const metrics = await registry.metrics();
      expect(metrics).toContain(
        `arbiter_validation_decisions_total{operation="validate",recommendation="${result.recommendation}"} 1`,
      );
      expect(metrics).toContain('arbiter_validation_unsupported_claims_total 1');
    },
  );

  it('writes the reports of hallucinations', () => {
    const written: Decision[] = [];
    const { sut } = observer((decision) => Promise.resolve(void written.push(decision)));
    const report = reportHallucinations({ supports: [judged('secret claim', 'no_support')], mode: 'features' }, []);
    sut.detected(0, report, made);
    expect(written).toMatchObject([{ operation: 'detect', recommendation: 'reject', rate: 1, unsupported: 1 }]);
    expect(JSON.stringify(written)).not.toContain('secret claim');
  });

  it('goes on when the log cannot be written: reported once, counted each time', async () => {
    const { request, result } = await judgedAnswer();
    const { sut, registry, logged } = observer(() => Promise.reject(new ArbiterError('UNAVAILABLE', 'disk full')));
    sut.validated(request, result, made);
    await Promise.resolve();
    sut.validated(request, result, made);
    await new Promise((resolve) => setImmediate(resolve));
    expect(logged.filter((line) => line.includes('decisions are not written down'))).toHaveLength(1);
    expect(await registry.metrics()).toContain('arbiter_validation_unwritten_decisions_total{code="UNAVAILABLE"} 2');
  });
});
