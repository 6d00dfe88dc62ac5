export {
  DEFAULT_RRF_K,
  fuseByReciprocalRank,
  type Contribution,
  type FusedPassage,
  type Ranking,
} from './reciprocal-rank-fusion.js';
