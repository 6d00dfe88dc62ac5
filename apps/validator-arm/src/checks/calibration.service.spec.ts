import { validate, type LabelledClaim } from '@arbiter/contracts';
import { FakeEmbedder, InMemoryCalibrationStore, ManualClock } from '@arbiter/ports/testing';
import { describe, expect, it } from '@jest/globals';
import { supportThresholdsOf, type ClaimSupport, type SupportScorer } from '../support/support-scorer.js';
import { ValidationService } from '../validation/validation.service.js';
import { applyCalibration, CalibrationService } from './calibration.service.js';
import { FeatureChecker } from './feature-checker.js';

const live = new AbortController().signal;
const SHIPPED = supportThresholdsOf(new FakeEmbedder());

/** The probability stands in the claim: "Tower 40 is high." has .40. */
class ReadingScorer implements SupportScorer {
  score: SupportScorer['score'] = (claims) =>
    Promise.resolve(
      claims.map((claim): ClaimSupport => {
        const probability = Number(/\d+/.exec(claim.text)?.[0] ?? 0) / 100;
        return supportOf({ claim, probability });
      }),
    );
}

function supportOf(over: Partial<ClaimSupport>): ClaimSupport {
  const { probability = 0.5 } = over;
  return {
    claim: { text: 'x', type: 'fact', confidence: 1, start: 0, end: 1 },
    support:
      probability >= SHIPPED.full
        ? 'fully_supported'
        : probability >= SHIPPED.partial
          ? 'partially_supported'
          : 'no_support',
    method: 'semantic_similarity',
    reasoning: '',
    spans: [],
    mismatches: [],
    similarity: 0.5,
    ...over,
    probability,
  };
}

/** Claims of a domain in which the sources support all from .60 on, and nothing below. */
const STRICT: readonly LabelledClaim[] = Array.from({ length: 60 }, (_, index) => {
  const percent = 20 + index;
  return { claim: `Tower ${percent} is high.`, evidence: 'Towers are high.', supported: percent >= 60 };
});

function stage() {
  const store = new InMemoryCalibrationStore();
  const checker = new FeatureChecker(new FakeEmbedder(), new ReadingScorer());
  const sut = new CalibrationService({ store, checker, clock: new ManualClock() }, SHIPPED);
  return { store, checker, sut };
}

describe('CalibrationService', () => {
  it('shows what labelled claims would change, and changes nothing', async () => {
    const { sut, store } = stage();
    const shown = await sut.calibrate({ domain: 'lore', pairs: [...STRICT], apply: false }, live);
    expect(shown).toMatchObject({ applied: false, pairs: 60, supported: 20, before: { threshold: SHIPPED.full } });
    expect(shown.before.balancedAccuracy).toBeLessThan(0.8);
    expect(shown.after.balancedAccuracy).toBeGreaterThan(0.9);
    expect(shown.after.ece).toBeLessThan(shown.before.ece);
    expect(await store.get('lore', live)).toBeNull();
  });

  it('judges the claims of the domain by it from then on, and no others', async () => {
    const { sut, checker } = stage();
    await sut.calibrate({ domain: 'lore', pairs: [...STRICT], apply: true }, live);
    const service = new ValidationService(checker, { threshold: 0.7 });
    const validated = async (domain: string) => {
      const request = validate.input.parse({ query: 'Is it high?', answer: 'Tower 48 is high.', sources: [], domain });
      return service.validate(request, live, await sut.of(domain, live));
    };
    const [here, elsewhere] = [await validated('lore'), await validated('elsewhere')];
    expect(here.checks.support.token).toBe('partially_supported');
    expect(here.calibration).toMatchObject({ domain: 'lore', pairs: 60 });
    expect(elsewhere.checks.support.token).toBe('fully_supported');
    expect(elsewhere).not.toHaveProperty('calibration');
  });

  it('compares with the calibration in use', async () => {
    const { sut } = stage();
    const first = await sut.calibrate({ domain: 'lore', pairs: [...STRICT], apply: true }, live);
    const again = await sut.calibrate({ domain: 'lore', pairs: [...STRICT], apply: false }, live);
    expect(again.before.threshold).toBe(first.calibration.threshold);
  });

  it('passes over what is no claim, and refuses labels of one kind alone', async () => {
    const { sut } = stage();
    const questions = STRICT.slice(0, 3).map((pair) => ({ ...pair, claim: 'Is the tower high?' }));
    expect(await sut.calibrate({ domain: 'lore', pairs: [...STRICT, ...questions], apply: false }, live)).toMatchObject(
      { pairs: 60 },
    );
    const alike = STRICT.map((pair) => ({ ...pair, supported: true }));
    await expect(sut.calibrate({ domain: 'lore', pairs: alike, apply: true }, live)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining('at least 5 of each kind'),
    });
  });
});

describe('applyCalibration', () => {
  const calibration = {
    domain: 'lore',
    slope: 1,
    offset: 0,
    threshold: 0.6,
    pairs: 50,
    fittedAt: '2026-01-01T00:00:00.000Z',
  };
  const tokenOf = (over: Partial<ClaimSupport>) => applyCalibration(supportOf(over), calibration, SHIPPED).support;

  it('moves both thresholds by as much', () => {
    expect([0.61, 0.59, 0.43, 0.4].map((probability) => tokenOf({ probability }))).toEqual([
      'fully_supported',
      'partially_supported',
      'partially_supported',
      'no_support',
    ]);
  });

  it('changes nothing where it is the shipped one', () => {
    const shipped = { ...calibration, threshold: SHIPPED.full };
    for (const probability of [0.1, 0.45, 0.5, 0.75, 0.9]) {
      const support = supportOf({ probability });
      expect(applyCalibration(support, shipped, SHIPPED).support).toBe(support.support);
    }
  });

  it('leaves what stands word for word as it is', () => {
    expect(tokenOf({ probability: 0.2, method: 'exact_match', support: 'fully_supported' })).toBe('fully_supported');
  });

  it('leaves what the nearest passage refutes as it is, however low the threshold', () => {
    const low = { ...calibration, threshold: 0.1 };
    const refuted = supportOf({ probability: 0.15, support: 'no_support', settled: true });
    expect(applyCalibration(refuted, low, SHIPPED)).toEqual(refuted);
    expect(applyCalibration(supportOf({ probability: 0.15, support: 'no_support' }), low, SHIPPED).support).toBe(
      'fully_supported',
    );
  });

  it('never lifts a verdict that a contradiction has lowered', () => {
    expect(tokenOf({ probability: 0.8, support: 'no_support' })).toBe('no_support');
  });
});
