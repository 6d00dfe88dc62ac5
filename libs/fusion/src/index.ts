export {
  DEFAULT_RRF_K,
  fuseByReciprocalRank,
  type Contribution,
  type FusedPassage,
  type Ranking,
} from './reciprocal-rank-fusion.js';
export {
  fuseByWeightedScore,
  type Normalisation,
  type ScoredContribution,
  type ScoredRanking,
  type ScoreFusedPassage,
} from './weighted-score-fusion.js';
