import { z } from 'zod';

/** The five published kinds of question, each with an answer of its own shape. */
export const QUERY_TYPES = ['simple_lookup', 'procedural', 'comparative', 'multi_hop', 'list_building'] as const;
export const QueryType = z.enum(QUERY_TYPES);
export type QueryType = z.output<typeof QueryType>;

/** Whether what a question was broken into are questions that its answer has to answer, each: the sides, or the steps. */
export function isAskedInParts(type: QueryType): boolean {
  return type === 'comparative' || type === 'multi_hop';
}

/**
 * What people type, whether it asks something of the documents or not: `conversational` is a greeting, thanks or a word
 * about the conversation itself, `out_of_scope` wants what no document can give (today's weather, an opinion, a poem).
 */
export const QUESTION_TYPES = [...QUERY_TYPES, 'conversational', 'out_of_scope'] as const;
export const QuestionType = z.enum(QUESTION_TYPES);
export type QuestionType = z.output<typeof QuestionType>;

/** The shape of the answer to a question: what is none of the five kinds is looked up as it stands, if it is at all. */
export function queryTypeOf(type: QuestionType): QueryType {
  return type === 'conversational' || type === 'out_of_scope' ? 'simple_lookup' : type;
}
