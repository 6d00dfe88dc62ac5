/** What was judged of the relations of one type. */
export interface JudgedType {
  readonly type: string;
  /** Relations that the rules read and that somebody has judged by the sentence they were read in. */
  readonly judged: number;
  readonly right: number;
}

/** The rules that the figures below belong to: under others they prove nothing. */
export const JUDGED_RULES_VERSION = 3;

/**
 * How often the rules are right, for each type of which 20 relations or more were judged. Source: the labels of 15 packs and
 * `tools/evaluate/judged-relations.jsonl`, measured by `relation-precision.spec.ts` beside `arbiter eval extraction`.
 */
export const RELATION_PRECISION: readonly JudgedType[] = [
  { type: 'located_in', judged: 199, right: 139 },
  { type: 'led_by', judged: 104, right: 89 },
  { type: 'member_of', judged: 48, right: 33 },
  { type: 'kept_by', judged: 40, right: 32 },
  { type: 'deputy_of', judged: 31, right: 29 },
  { type: 'managed_by', judged: 26, right: 26 },
  { type: 'owned_by', judged: 25, right: 21 },
  { type: 'supplied_by', judged: 24, right: 12 },
  { type: 'related_to', judged: 23, right: 23 },
  { type: 'teacher_of', judged: 20, right: 20 },
];

/**
 * Of ten such relations in a prompt one is false. A type that is right in 70 % reaches this by luck in 4 of 100 draws of 20 cases, in
 * 15 of 100 draws of 10.
 */
const PROVEN_PRECISION = 0.9;
export const LEAST_JUDGED = 20;

const PROVEN: ReadonlySet<string> = new Set(
  RELATION_PRECISION.filter(({ judged, right }) => judged >= LEAST_JUDGED && right >= PROVEN_PRECISION * judged).map(
    ({ type }) => type,
  ),
);

/** Whether relations of a type that the rules read may be told without their sentence. */
export function isProvenType(type: string): boolean {
  return PROVEN.has(type);
}
