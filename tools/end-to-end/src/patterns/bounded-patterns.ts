import { MAX_QUERY_LENGTH } from '@arbiter/contracts';

/** Patterns that only read texts up to a length, by the place of their code. */
export interface BoundedPatterns {
  /** What the path of their file begins with. */
  readonly under: string;
  /** Of the texts, in UTF-16 code units. */
  readonly longest: number;
  /** The constant or the code that refuses or cuts a longer text. */
  readonly enforcedBy: string;
}

const QUESTION = {
  longest: MAX_QUERY_LENGTH,
  enforcedBy: 'QueryText of libs/contracts/src/retriever/search.operation.ts',
};

/**
 * Kept short: a pattern of linear time needs no entry. These read what one writes to ask for something, or one row, or the
 * words beside a name.
 */
export const BOUNDED: readonly BoundedPatterns[] = [
  { under: 'libs/question-types/src/', ...QUESTION },
  { under: 'libs/text/src/questions/', ...QUESTION },
  { under: 'apps/orchestrator/src/retrieval/followed-question.ts', ...QUESTION },
  {
    under: 'apps/planner-arm/src/decompose/find-subjects.ts',
    longest: 1_000,
    enforcedBy: 'LONGEST_COMPARISON of apps/planner-arm/src/decompose/find-subjects.ts',
  },
  {
    under: 'apps/planner-arm/src/decompose/find-enumeration.ts',
    longest: 600,
    enforcedBy: 'READ of apps/planner-arm/src/decompose/find-enumeration.ts',
  },
  { under: 'apps/planner-arm/src/', ...QUESTION },
  {
    under: 'libs/composition/src/computations/',
    longest: 400,
    enforcedBy: 'LONGEST_QUESTION of libs/composition/src/computations/asked-computation.ts',
  },
  {
    under: 'libs/composition/src/tables/',
    longest: 4_000,
    enforcedBy: 'LONGEST_ROW of libs/composition/src/tables/read-row.ts',
  },
  {
    under: 'libs/extraction/src/names/name-context.ts',
    longest: 160,
    enforcedBy: 'the slices of readContext of libs/extraction/src/names/name-context.ts',
  },
  {
    under: 'libs/grounding/src/mismatches/find-mismatches.ts',
    longest: 2_000,
    enforcedBy: 'LONGEST_ENUMERATION of libs/grounding/src/mismatches/find-mismatches.ts',
  },
];
