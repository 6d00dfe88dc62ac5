import { z } from 'zod';
import { modelReport, modelTerms } from '../model-call.js';
import { defineOperation, WRITING_DEADLINE_MS } from '../operation/define-operation.js';
import { CollectionName, Passage } from '../passage.js';
import { QueryText } from './search.operation.js';
import { SynthesisDegradation } from './synthesize.operation.js';

/** A sentence of an answer with what it rests on. */
export const CitedStatement = z.strictObject({
  /** With markers `[n]` for `passages[n - 1]`. */
  text: z.string().min(1),
  passages: z.array(Passage).min(1),
});
export type CitedStatement = z.output<typeof CitedStatement>;

/** Where and when a question about the graph is asked. */
const askedOfGraph = {
  query: QueryText,
  /** Absent: every collection that has a knowledge graph. */
  collections: z.array(CollectionName).min(1).max(32).optional(),
  /** The world after this session. */
  asOfSession: z.int().min(0).optional(),
};

export const tellOverview = defineOperation({
  name: 'retriever.tell-overview',
  summary: 'Answer a question about the documents as a whole from the communities of their knowledge graph.',
  input: z.strictObject({ ...askedOfGraph, ...modelTerms }),
  output: z.strictObject({
    /** Empty for every other question, and where the communities hold too little. */
    statements: z.array(CitedStatement),
    /** `extractive`: sentences of the documents, and changes in plain words. `generated`: the words of a language model. */
    mode: z.enum(['extractive', 'generated']),
    /** Why the language model did not write; absent if it did, or if none is set up. */
    degraded: SynthesisDegradation.optional(),
    ...modelReport,
  }),
  errors: ['NOT_FOUND', 'CONFLICT'],
  role: 'reader',
  idempotent: true,
  deadlineMs: WRITING_DEADLINE_MS,
  examples: { 'a question': { query: 'What are the main conflicts?', collections: ['lore'] } },
});

/** Null for every other question. */
const oneStatement = z.strictObject({ statement: CitedStatement.nullable() });

/** It tells none of a change that no record of a session shows. */
export const tellState = defineOperation({
  name: 'retriever.tell-state',
  summary: 'Answer from the changelog alone how one thing stands, with the record of the session that told it.',
  input: z.strictObject(askedOfGraph),
  output: oneStatement,
  errors: ['NOT_FOUND', 'CONFLICT'],
  role: 'reader',
  idempotent: true,
  examples: { 'a question': { query: 'Who leads the guild now?', asOfSession: 4 } },
});

/** It tells none where the graph cannot tell all things of the kind. */
export const tellSelection = defineOperation({
  name: 'retriever.tell-selection',
  summary: 'Count or list the things of a kind that fit conditions, as they stand at a time, each with its evidence.',
  input: z.strictObject(askedOfGraph),
  output: oneStatement,
  errors: ['NOT_FOUND', 'CONFLICT'],
  role: 'reader',
  idempotent: true,
  examples: { 'a count': { query: 'How many wards are closed now?', asOfSession: 4 } },
});
