import { RelevanceToken, SupportToken, UsefulnessToken } from '@arbiter/contracts';
import type { JsonSchema } from '@arbiter/ports';
import { z } from 'zod';

/** A stretch of a source, copied letter by letter. */
const Evidence = z.object({ source: z.int(), quote: z.string() });

const ClaimJudgement = z.object({
  claim: z.int(),
  issup: SupportToken,
  evidence: z.array(Evidence),
  reason: z.string(),
});
export type ClaimJudgement = z.output<typeof ClaimJudgement>;

const ClaimsJudgement = z.object({ claims: z.array(ClaimJudgement) });
const UseJudgement = z.object({ token: UsefulnessToken, reason: z.string(), missing: z.array(z.string()) });
export type UseJudgement = z.output<typeof UseJudgement>;
const SourceJudgement = z.object({ source: z.int(), isrel: RelevanceToken });
export type SourceJudgement = z.output<typeof SourceJudgement>;

/**
 * What a language model answers with: the reflection tokens of Self-RAG (Asai et al., ICLR 2024) under the published names, those
 * that it is asked for. `support`: of the claims alone; `answer`: of them and of the use of the answer. Unknown keys are ignored:
 * smaller models add some.
 */
const JUDGEMENTS = {
  support: ClaimsJudgement,
  answer: ClaimsJudgement.extend({ isuse: UseJudgement }),
  all: ClaimsJudgement.extend({ sources: z.array(SourceJudgement), isuse: UseJudgement }),
} as const;
export type JudgementScope = keyof typeof JUDGEMENTS;

/** Numbers count from 1, as in the prompt. */
export interface Judgement {
  readonly claims: readonly ClaimJudgement[];
  readonly isuse?: UseJudgement;
  readonly sources?: readonly SourceJudgement[];
}

export function judgementSchema(scope: JudgementScope): JsonSchema {
  // Vendors know no $schema and want every object closed.
  const { $schema: _, ...schema } = closed(z.toJSONSchema(JUDGEMENTS[scope], { io: 'input' }));
  return schema;
}

/**
 * @param output of the model, parsed
 * @param asked how many claims it was asked about
 * @returns the judgement, or a sentence that tells the model what is wrong with its answer
 */
export function readJudgement(output: unknown, scope: JudgementScope, asked: number): Judgement | string {
  const read: z.ZodSafeParseResult<Judgement> = JUDGEMENTS[scope].safeParse(output);
  if (!read.success) {
    return read.error.issues
      .slice(0, 3)
      .map(({ path, message }) => `${path.join('.') || 'the answer'}: ${message}`)
      .join('; ');
  }
  const { claims } = read.data;
  const missing = Array.from({ length: asked }, (_, index) => index + 1).filter(
    (number) => claims.filter(({ claim }) => claim === number).length !== 1,
  );
  if (missing.length > 0) return `each claim must be judged once; wrong for ${missing.slice(0, 10).join(', ')}`;
  return read.data;
}

/** Integers without the bounds of JavaScript, which vendors refuse, and objects that take no other keys. */
function closed(schema: unknown): Record<string, unknown> {
  return JSON.parse(
    JSON.stringify(schema, (key: string, value: unknown) => {
      if (key === 'minimum' || key === 'maximum') return undefined;
      const isObject = typeof value === 'object' && value !== null && 'properties' in value;
      return isObject ? { ...value, additionalProperties: false } : value;
    }),
  ) as Record<string, unknown>;
}
