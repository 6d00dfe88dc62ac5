import { DEFAULT_ACCEPT_THRESHOLD, estimateRightness } from '@arbiter/confidence';
import { auroc, expectedCalibrationError } from '@arbiter/evaluation';
import { answers, fitRightness } from './fit-rightness.js';
import type { Draft } from './draft.js';

/** How a model does on drafts that it has not seen; all fractions of 1, null where there are none. */
export interface RightnessFigures {
  readonly drafts: number;
  /** Of drafts that answer their question above all others. */
  readonly auroc: number | null;
  /** Expected calibration error over all drafts, 15 bins. */
  readonly ece: number;
  /** At the default threshold: shown of the drafts that answer their question. */
  readonly answersShown: number | null;
  /** Declined of those that miss it. */
  readonly missesDeclined: number | null;
  /** Declined of those that evade it. */
  readonly evasionsDeclined: number | null;
  /** Declined of those to questions that the documents do not answer. */
  readonly unanswerableDeclined: number | null;
  /** Of what is shown, what answers. */
  readonly shownRight: number | null;
}

interface ScoredDraft {
  readonly draft: Draft;
  readonly score: number;
}

/**
 * Leaves each pack out in turn.
 *
 * @returns figures by pack, of all of them together, both of extracted drafts, and as `given` of what was given
 */
export function measureUnseen(drafts: readonly Draft[]): Readonly<Record<string, RightnessFigures>> {
  const packs = [...new Set(drafts.map(({ pack }) => pack))];
  const scored = packs.map((held) => {
    const models = fitRightness(drafts.filter(({ pack }) => pack !== held));
    return drafts
      .filter(({ pack }) => pack === held)
      .map((draft) => ({ draft, score: estimateRightness(draft.features, models) }));
  });
  const extracted = scored.map((own) => own.filter(({ draft }) => draft.features.isExtracted));
  return {
    all: figuresOf(extracted.flat()),
    given: figuresOf(scored.flat().filter(({ draft }) => !draft.features.isExtracted)),
    ...Object.fromEntries(packs.map((pack, index) => [pack, figuresOf(extracted[index] ?? [])])),
  };
}

function figuresOf(scored: readonly ScoredDraft[]): RightnessFigures {
  const shareOf = (own: readonly ScoredDraft[], holds: (one: ScoredDraft) => boolean): number | null =>
    own.length === 0 ? null : own.filter(holds).length / own.length;
  const of = (outcome: Draft['outcome']): readonly ScoredDraft[] =>
    scored.filter(({ draft }) => draft.outcome === outcome);
  const isShown = ({ score }: ScoredDraft): boolean => score >= DEFAULT_ACCEPT_THRESHOLD;
  const predictions = scored.map(({ score, draft }) => ({ score, actual: answers(draft) }));
  const forecasts = predictions.map(({ score, actual }) => ({ probability: score, actual }));
  return {
    drafts: scored.length,
    auroc: auroc(predictions),
    ece: expectedCalibrationError(forecasts, { binning: 'equal-width' }) ?? 0,
    answersShown: shareOf(of('answers'), isShown),
    missesDeclined: shareOf(of('misses'), (one) => !isShown(one)),
    evasionsDeclined: shareOf(of('evades'), (one) => !isShown(one)),
    unanswerableDeclined: shareOf(of('unanswerable'), (one) => !isShown(one)),
    shownRight: shareOf(scored.filter(isShown), ({ draft }) => answers(draft)),
  };
}
