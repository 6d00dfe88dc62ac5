import { z } from 'zod';
import { modelReport, modelTerms } from '../model-call.js';
import { defineOperation, WRITING_DEADLINE_MS } from '../operation/define-operation.js';
import { Citation, Passage } from '../passage.js';
import { QueryType } from '../query-type.js';
import { QueryText, StateOfWorld } from './search.operation.js';

/** Most passages for one answer. */
export const MAX_SYNTHESIZED_PASSAGES = 100;

/** Origin of an answer: sentences of its sources, the words of a language model or a person, or the result of a tool. */
export const SynthesisMode = z.enum(['extractive', 'generated', 'computed']);
export type SynthesisMode = z.output<typeof SynthesisMode>;

/** Faults of an earlier answer to the same question. */
export const SynthesisCorrection = z.strictObject({
  /** Its statements that the sources do not support. They may be repeated only if a source states them. Empty: it gave no answer. */
  unsupported: z.array(z.string().min(1).max(2_000)).max(50).default([]),
  /** Words of the question that it does not address, which the passages were searched for. */
  missing: z.array(z.string().min(1).max(200)).max(20).default([]),
});
export type SynthesisCorrection = z.output<typeof SynthesisCorrection>;

/** Most things that are told beside the passages. */
export const MAX_SYNTHESIZED_EXPANSIONS = 20;

/** What the knowledge graph tells of a thing, for a language model that writes. */
export const SynthesizedExpansion = z.strictObject({
  name: z.string().min(1),
  /** With markers `[n]` for `passages[n - 1]`. How the thing stands comes first. */
  text: z.string().min(1),
  passages: z.array(Passage).max(MAX_SYNTHESIZED_PASSAGES),
});
export type SynthesizedExpansion = z.output<typeof SynthesizedExpansion>;

export const SynthesizeRequest = z.strictObject({
  query: QueryText,
  /** Determines the shape of the answer: a comparison sets its subjects side by side, a lookup is short. */
  queryType: QueryType.default('simple_lookup'),
  /** Sub-queries in order; the answer addresses each. Empty for an indivisible question. */
  subQueries: z.array(QueryText).max(16).default([]),
  /** Best first. */
  passages: z.array(Passage).max(MAX_SYNTHESIZED_PASSAGES),
  /** Most sentences. Absent: 12 of the sources' own; a language model writes as many as the question needs. */
  maxSentences: z.int().min(1).max(50).optional(),
  /** For a second attempt; absent for the first. */
  correction: SynthesisCorrection.optional(),
  /** True makes the text of the sources' own sentences, also where a language model is there to write. Default: false. */
  extract: z.boolean().optional(),
  /** True also streams words of unfinished sentences, as `preview` events. Default: false. */
  preview: z.boolean().optional(),
  /**
   * Weighs sentences by what has changed since they were written, in collections with a knowledge graph. A language model is told
   * with each source what of it no longer holds.
   */
  state: StateOfWorld.optional(),
  /** Best first; only a language model reads them, and only as many as its context holds. */
  expansions: z.array(SynthesizedExpansion).max(MAX_SYNTHESIZED_EXPANSIONS).optional(),
  ...modelTerms,
});
export type SynthesizeRequest = z.output<typeof SynthesizeRequest>;

/** A sentence of the answer with its offsets in UTF-16 code units, including its markers. */
export const AnswerSentence = z.strictObject({
  start: z.int().min(0),
  end: z.int().min(0),
  /** Its supporting markers; empty for a sentence of a language model that names no source. */
  markers: z.array(z.int().min(1)),
});

/** A span of an answer's text, in UTF-16 code units; `end` is exclusive. */
export const Highlight = z.strictObject({ start: z.int().min(0), end: z.int().min(0) });
export type Highlight = z.output<typeof Highlight>;

/** Fields of a short answer that was read in the sources. */
export const readAnswer = {
  /**
   * The answer in the fewest words of the sources, with what denies, excepts or bounds them before it; absent if it is no single
   * thing, or if no reader ran.
   */
  shortAnswer: z.string().min(1).optional(),
  /** Spans of the text that state it; absent if no reader ran. */
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
 * Why a text is worse than it could be. `cut-off`: a language model's text ends early, after a complete sentence. If the model
 * failed before the first sentence, the text is extracted instead, as `mode` says. `not-read`: the reader was away, and word
 * overlap alone chose the sentences.
 */
export const SynthesisDegradation = z.enum(SYNTHESIS_DEGRADATIONS);
export type SynthesisDegradation = z.output<typeof SynthesisDegradation>;

/** Output of a language model that was removed. */
export const RejectedText = z.strictObject({
  /** Sentences that are not safe to show, or that repeat the frame of the prompt. */
  sentences: z.int().min(0),
  /** Markers of sources that do not exist. */
  markers: z.int().min(0),
});
export type RejectedText = z.output<typeof RejectedText>;

export const SynthesizeResponse = z.strictObject({
  /** With markers `[n]`, `citations[n - 1]`; empty if the passages hold no answer. */
  text: z.string(),
  citations: z.array(Citation),
  sentences: z.array(AnswerSentence),
  /** Origin of the text. */
  mode: z.enum(['extractive', 'generated']),
  ...readAnswer,
  /** Why sentences of the passages do not answer any more, a sentence each; absent if nothing has changed. */
  changes: z.array(z.string()).optional(),
  /** What a language model was told of how things in the passages stand, a sentence each; absent if nothing has changed. */
  states: z.array(z.string()).optional(),
  /** Absent if there was no degradation. */
  degraded: SynthesisDegradation.optional(),
  /**
   * In a sentence for people: what `degraded` means here, which names the language model (absent for `not-read`); or why nothing is
   * answered from passages that the models cannot read.
   */
  reason: z.string().optional(),
  /** Absent if nothing was removed from a language model's text. */
  rejected: RejectedText.optional(),
  ...modelReport,
});
export type SynthesizeResponse = z.output<typeof SynthesizeResponse>;

/** What a language model is at: its weights are being loaded, it reads the prompt, it thinks, or it writes the answer. */
export const WritingStatus = z.enum(['loading', 'reading', 'thinking', 'writing']);
export type WritingStatus = z.output<typeof WritingStatus>;

/** The same for people. */
export const WRITING_MESSAGES: Readonly<Record<WritingStatus, string>> = {
  loading: 'the language model is being loaded',
  reading: 'the language model reads the passages',
  thinking: 'the language model thinks',
  writing: 'the language model writes',
};

export const SynthesisEvent = z.discriminatedUnion('type', [
  /** A complete sentence with checked markers, withdrawn only by a `restart`. The joined tokens form the text. */
  z.strictObject({ type: z.literal('token'), text: z.string() }),
  /** Where a language model writes: each change of what it is at. */
  z.strictObject({ type: z.literal('status'), status: WritingStatus }),
  /** All text so far was no part of the answer: the server of the model had not marked it as thinking. At most once. */
  z.strictObject({ type: z.literal('restart') }),
  /** An addition to an unfinished sentence, without markers; the next `token` replaces the whole preview. */
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
  summary: 'Write an answer from given passages, every sentence with a marker that leads to the span it rests on.',
  input: SynthesizeRequest,
  output: SynthesizeResponse,
  events: SynthesisEvent,
  role: 'reader',
  idempotent: true,
  deadlineMs: WRITING_DEADLINE_MS,
  http: { method: 'POST', path: '/synthesize' },
  examples: {
    'one passage': { query: 'When does the harbour close?', passages: [passage] },
    'no passage': { query: 'When does the harbour close?', passages: [] },
    'a second try': {
      query: 'When does the harbour close?',
      passages: [passage],
      correction: { unsupported: ['It closes at noon.'] },
    },
  },
});
