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
export { weighScores, type WeighedPassage } from './weigh-scores.js';
export { type FeedbackPassage, type FeedbackShare, type FeedbackTerm } from './feedback-terms.js';
export {
  DEFAULT_FEEDBACK,
  feedbackCandidates,
  relevanceFeedback,
  type FeedbackQuery,
  type FeedbackSettings,
  type SearchQuery,
  type WeightedTerm,
} from './relevance-feedback.js';
export { isNamedQuery } from './is-named-query.js';
export { rankByChains, type ChainRankedPassage, type DirectPassage, type PassageChain } from './rank-by-chains.js';
export { collapseByDocument } from './collapse-by-document.js';
export { POOL_DEPTH } from './search-recipe.js';
