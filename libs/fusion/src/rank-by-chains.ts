/** A passage that the search for the question itself found. */
export interface DirectPassage {
  readonly id: string;
  /** From 1. */
  readonly rank: number;
  /** Share of the question's terms, rare ones counting more, that it holds, 0–1. */
  readonly coverage: number;
}

/** Two passages of which the second was found by following what the first says. Ranks count from 1. */
export interface PassageChain {
  readonly from: string;
  readonly to: string;
  /** Of `from` in the search for the question. */
  readonly fromRank: number;
  /** Of `to` in the search for the question; null where that did not find it. */
  readonly toRank: number | null;
  /** Of `to` in the search that followed `from`. */
  readonly followedRank: number;
  /** Share of the question's terms that both hold together, 0–1. */
  readonly coverage: number;
  /** Whether `from` mentions the title of `to`. */
  readonly mentions: boolean;
  /** Whether `to` mentions the title of `from`. */
  readonly mentionedBy: boolean;
}

/**
 * Log-odds that a passage is needed, alone or in a chain: ranks as powers, since scores of different searches cannot be
 * compared. Two logistic regressions on passages and pairs of MuSiQue, HotpotQA and thirteen made-up domains, whose
 * questions mostly take one passage and so teach when not to follow. Left out of the fit, MuSiQue gains .11 of recall@5,
 * HotpotQA .17, and the domains lose nothing (docs/reports/planning.md).
 */
const CHAIN_WEIGHTS = {
  direct: { rank: -1.9, coverage: 2.1 },
  chain: {
    constant: 0.6,
    fromRank: -1.6,
    toRank: -0.3,
    followedRank: -2.3,
    coverage: 2.4,
    mentions: 1.4,
    mentionedBy: 0.3,
  },
} as const;

/** Stands for the rank of what a search did not find: far past its depth. */
const UNFOUND_RANK = 60;

/** @returns log-odds up to a constant that is the same for passages and chains of one question */
export function scoreDirect({ rank, coverage }: DirectPassage): number {
  const weights = CHAIN_WEIGHTS.direct;
  return weights.rank * Math.log(rank) + weights.coverage * coverage;
}

/** @returns log-odds up to the constant of scoreDirect */
export function scoreChain(chain: PassageChain): number {
  const weights = CHAIN_WEIGHTS.chain;
  return (
    weights.constant +
    weights.fromRank * Math.log(chain.fromRank) +
    weights.toRank * Math.log(chain.toRank ?? UNFOUND_RANK) +
    weights.followedRank * Math.log(chain.followedRank) +
    weights.coverage * chain.coverage +
    weights.mentions * Number(chain.mentions) +
    weights.mentionedBy * Number(chain.mentionedBy)
  );
}

export interface ChainRankedPassage {
  readonly id: string;
  /** Of the passage alone or of the best chain that it stands in, whichever is more. */
  readonly score: number;
}

/**
 * Orders passages by their worth, alone or in a chain.
 *
 * @param found for the question itself, each id once
 * @returns every id of the list and of the chains, once; the passage that a chain starts from before the one it leads to
 */
export function rankByChains(
  found: readonly DirectPassage[],
  chains: readonly PassageChain[],
): readonly ChainRankedPassage[] {
  const best = new Map<string, number>();
  const raise = (id: string, score: number): void => {
    best.set(id, Math.max(score, best.get(id) ?? Number.NEGATIVE_INFINITY));
  };
  for (const passage of found) raise(passage.id, scoreDirect(passage));
  for (const chain of chains) {
    const score = scoreChain(chain);
    raise(chain.from, score);
    raise(chain.to, score);
  }
  // The sort is stable, and direct passages stand first: `from` of a chain is one of them.
  return [...best].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score);
}
