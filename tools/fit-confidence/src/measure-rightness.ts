import { auroc } from '@arbiter/evaluation';
import { estimateUsefulness } from '@arbiter/confidence';
import { answers, fitUsefulness } from './fit-usefulness.js';
import type { Draft } from './draft.js';

/** How a model does on drafts that it has not seen; all fractions of 1, null where there are none. */
export interface UsefulnessFigures {
  readonly drafts: number;
  /** Of drafts that answer their question above those to questions that the documents do not answer. */
  readonly auroc: number | null;
  /** At .5: shown of the drafts that answer their question. */
  readonly answersShown: number | null;
  /** Declined of those that miss it. */
  readonly missesDeclined: number | null;
  /** Declined of those to questions that the documents do not answer. */
  readonly unanswerableDeclined: number | null;
}

const SHOWN = 0.5;

/** Leaves each pack out in turn. @returns figures by pack, and of all of them together */
export function measureUnseen(drafts: readonly Draft[]): Readonly<Record<string, UsefulnessFigures>> {
  const packs = [...new Set(drafts.map(({ pack }) => pack))];
  const scored = packs.map((held) => {
    const model = fitUsefulness(drafts.filter(({ pack }) => pack !== held));
    return drafts
      .filter(({ pack }) => pack === held)
      .map((draft) => ({ draft, score: estimateUsefulness(draft.features, model) }));
  });
  return {
    all: figuresOf(scored.flat()),
    ...Object.fromEntries(packs.map((pack, index) => [pack, figuresOf(scored[index] ?? [])])),
  };
}

function figuresOf(scored: readonly { readonly draft: Draft; readonly score: number }[]): UsefulnessFigures {
  const shareOf = (outcome: Draft['outcome'], isRight: (score: number) => boolean): number | null => {
    const own = scored.filter(({ draft }) => draft.outcome === outcome);
    return own.length === 0 ? null : own.filter(({ score }) => isRight(score)).length / own.length;
  };
  const compared = scored.filter(({ draft }) => draft.outcome !== 'misses');
  return {
    drafts: scored.length,
    auroc: auroc(compared.map(({ score, draft }) => ({ score, actual: answers(draft) }))),
    answersShown: shareOf('answers', (score) => score >= SHOWN),
    missesDeclined: shareOf('misses', (score) => score < SHOWN),
    unanswerableDeclined: shareOf('unanswerable', (score) => score < SHOWN),
  };
}
