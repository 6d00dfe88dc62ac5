import { z } from 'zod';
import { modelReport, modelTerms } from '../model-call.js';
import { defineOperation } from '../operation/define-operation.js';
import { Citation, Passage } from '../passage.js';
import { QueryType } from '../query-type.js';
import { QueryText } from './search.operation.js';

/** Passages that an answer is made from at most. */
export const MAX_SYNTHESIZED_PASSAGES = 100;

/** How an answer was made: of sentences of its sources, by a language model or a person, or by a tool. */
export const SynthesisMode = z.enum(['extractive', 'generated', 'computed']);
export type SynthesisMode = z.output<typeof SynthesisMode>;

/** What was wrong with an earlier answer to the same question. */
export const SynthesisCorrection = z.strictObject({
  /** Statements of it that the sources do not support: not to be made again, unless a source does say so. */
  unsupported: z.array(z.string().min(1).max(2_000)).max(50).default([]),
  /** Words of the question that it says nothing about. */
  missing: z.array(z.string().min(1).max(200)).max(20).default([]),
});
export type SynthesisCorrection = z.output<typeof SynthesisCorrection>;

export const SynthesizeRequest = z.strictObject({
  query: QueryText,
  /** Shapes the answer: a comparison sets its subjects side by side, a lookup is short. */
  queryType: QueryType.default('simple_lookup'),
  /** What the question was broken into, in order; each gets its share of the answer. Empty for a question in one piece. */
  subQueries: z.array(QueryText).max(16).default([]),
  /** Best first. */
  passages: z.array(Passage).max(MAX_SYNTHESIZED_PASSAGES),
  /** At most so many sentences. */
  maxSentences: z.int().min(1).max(50).default(12),
  /** For a second try; absent for the first. */
  correction: SynthesisCorrection.optional(),
  /** True streams the words of a sentence while it is being written, too, as `preview` events. Absent means false. */
  preview: z.boolean().optional(),
  ...modelTerms,
});
export type SynthesizeRequest = z.output<typeof SynthesizeRequest>;

/** A sentence of the answer and where it stands in it, in UTF-16 code units, its markers included. */
export const AnswerSentence = z.strictObject({
  start: z.int().min(0),
  end: z.int().min(0),
  /** Markers that support it; empty for a sentence of a language model that names no source. */
  markers: z.array(z.int().min(1)),
});

/** A stretch of an answer's text, in UTF-16 code units, `end` exclusive. */
export const Highlight = z.strictObject({ start: z.int().min(0), end: z.int().min(0) });
export type Highlight = z.output<typeof Highlight>;

/** What was asked for, as it was read in the sources. */
export const readAnswer = {
  /** In the fewest words that the sources have for it; absent where it is no single thing, or where nothing was read. */
  shortAnswer: z.string().min(1).optional(),
  /** Where the text says it; absent where nothing was read. */
  highlights: z.array(Highlight).optional(),
} as const;

export const SYNTHESIS_DEGRADATIONS = [
  'model-unavailable',
  'model-timed-out',
  'model-refused',
  'model-over-budget',
  'cut-off',
  'not-read',
] as const;
/**
 * Why a text is less than it could be. Of a language model's: after its first sentence the text ends early, after a
 * whole one (`cut-off`); before it the text is extracted instead, as `mode` says. `not-read`: the reader was away, and
 * words alone chose the sentences.
 */
export const SynthesisDegradation = z.enum(SYNTHESIS_DEGRADATIONS);
export type SynthesisDegradation = z.output<typeof SynthesisDegradation>;

/** What a language model wrote and the reader does not see. */
export const RejectedText = z.strictObject({
  /** Sentences of which every marker was invented, or that repeat the frame of the prompt. */
  sentences: z.int().min(0),
  /** Invented markers in sentences that have others. */
  markers: z.int().min(0),
});
export type RejectedText = z.output<typeof RejectedText>;

export const SynthesizeResponse = z.strictObject({
  /** With markers `[n]`, `citations[n - 1]`; empty when the passages hold nothing that answers the question. */
  text: z.string(),
  citations: z.array(Citation),
  sentences: z.array(AnswerSentence),
  /** How the text was made. */
  mode: z.enum(['extractive', 'generated']),
  ...readAnswer,
  /** Absent when all is well. */
  degraded: SynthesisDegradation.optional(),
  /** Absent when a language model wrote nothing that had to go. */
  rejected: RejectedText.optional(),
  ...modelReport,
});
export type SynthesizeResponse = z.output<typeof SynthesizeResponse>;

export const SynthesisEvent = z.discriminatedUnion('type', [
  /** A whole sentence, its markers checked: what was given is never taken back. Joined they are the text. */
  z.strictObject({ type: z.literal('token'), text: z.string() }),
  /** What is added to a sentence that is still being written, without markers; the next `token` takes all of it back. */
  z.strictObject({ type: z.literal('preview'), text: z.string() }),
]);
export type SynthesisEvent = z.output<typeof SynthesisEvent>;

const passage = {
  chunkId: 'd1:0',
  documentId: 'd1',
  collection: 'default',
  text: 'The harbour closes at dusk.',
  start: 0,
  end: 27,
  title: 'Harbour',
  source: 'harbour.md',
  section: [],
  page: null,
  metadata: {},
  score: 0.9,
};

export const synthesize = defineOperation({
  name: 'retriever.synthesize',
  revision: 1,
  summary: 'Write an answer from given passages, every sentence with a marker that leads to the span it rests on.',
  input: SynthesizeRequest,
  output: SynthesizeResponse,
  events: SynthesisEvent,
  errors: ['INVALID_REQUEST'],
  idempotent: true,
  deadlineMs: 30_000,
  http: { method: 'POST', path: '/synthesize' },
  examples: {
    accepted: [
      { title: 'one passage', input: { query: 'When does the harbour close?', passages: [passage] } },
      { title: 'no passage', input: { query: 'When does the harbour close?', passages: [] } },
      {
        title: 'a second try',
        input: {
          query: 'When does the harbour close?',
          passages: [passage],
          correction: { unsupported: ['It closes at noon.'] },
        },
      },
    ],
    rejected: [
      { title: 'no passages field', input: { query: 'x' }, field: 'passages' },
      {
        title: 'a passage with a negative offset',
        input: { query: 'x', passages: [{ ...passage, start: -1 }] },
        field: 'passages.0.start',
      },
    ],
  },
});
