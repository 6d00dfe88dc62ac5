/**
 * Files with a pattern that takes more than linear time to fail, from before the rules of eslint-plugin-regexp or written beside them. Most read a question
 * whose length their callers bound, or a line; none may be added. What is mended leaves the list.
 */
export const PATTERNS_TO_MEND = [
  'apps/orchestrator/src/memory/references/complete-ellipsis.ts',
  'apps/orchestrator/src/memory/references/list-expressions.ts',
  'apps/orchestrator/src/memory/references/pronoun-expressions.ts',
  'apps/planner-arm/src/decompose/find-combination.ts',
  'apps/validator-arm/src/claims/extract-claims.ts',
  'libs/composition/src/computations/asked-computation.ts',
  'libs/composition/src/computations/asked-difference.ts',
  'libs/composition/src/computations/asked-total.ts',
  'libs/composition/src/tables/plain-ranges.ts',
  'libs/question-types/src/cues/assistant.cues.ts',
  'libs/question-types/src/cues/choice.cues.ts',
  'libs/question-types/src/cues/procedure.cues.ts',
  'libs/question-types/src/cues/shape.cues.ts',
  'libs/text/src/sentences/quotable-spans.ts',
  'tools/fit-confidence/src/packs.spec.ts',
];
