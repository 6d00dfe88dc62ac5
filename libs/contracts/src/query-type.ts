import { z } from 'zod';

/** The five published kinds of question; each has its own shape of answer. */
export const QUERY_TYPES = ['simple_lookup', 'procedural', 'comparative', 'multi_hop', 'list_building'] as const;
export const QueryType = z.enum(QUERY_TYPES);
export type QueryType = z.output<typeof QueryType>;

/**
 * All kinds of user input. `conversational` is a greeting, thanks or a remark about the conversation itself. `out_of_scope`
 * asks for things that no document provides (today's weather, an opinion, a poem).
 */
export const QUESTION_TYPES = [...QUERY_TYPES, 'conversational', 'out_of_scope'] as const;
export const QuestionType = z.enum(QUESTION_TYPES);
export type QuestionType = z.output<typeof QuestionType>;

/** The shape of the answer to a question. Input of any other kind counts as a lookup. */
export function queryTypeOf(type: QuestionType): QueryType {
  return type === 'conversational' || type === 'out_of_scope' ? 'simple_lookup' : type;
}
