import { z } from 'zod';
import { Cost } from '../model-cost.js';
import { ModelUsage } from '../model-usage.js';
import { CollectionName } from '../passage.js';
import { Redaction } from '../redaction.js';
import { FlightRecord } from './flight-record.js';
import { SessionId } from './query.operation.js';

/** What lists show of an answer; `null` where it was kept by a version that did not write it down. */
export const AnswerSummary = z.strictObject({
  id: z.string().min(1),
  /** The pipeline, or the agent that decides step by step. */
  kind: z.enum(['query', 'agent']).default('query'),
  /** `failed`: no answer came, since an arm failed. */
  status: z.enum(['answered', 'declined', 'failed']).nullable().default(null),
  /** The domain that was asked, or the one collection; null when the whole library or several were. */
  domain: CollectionName.nullable(),
  query: z.string(),
  sessionId: SessionId.nullable().default(null),
  /** Who asked: the name of a key, never the key; null without authentication. */
  principal: z.string().nullable().default(null),
  durationMs: z.number().min(0).nullable().default(null),
  /** What language models were asked, by model; empty where none was. */
  tokens: z.array(ModelUsage).default([]),
  /** Null without a price table. */
  cost: Cost.nullable().default(null),
  createdAt: z.iso.datetime(),
  /** Null while nothing was taken out of the record. */
  redacted: Redaction.nullable().default(null),
});
export type AnswerSummary = z.output<typeof AnswerSummary>;

/** What is kept of an answer: what feedback names and learns from, and the flight that it can be replayed from. */
export const AnswerRecord = AnswerSummary.extend({
  answer: z.string(),
  /** Claims of the attempt that was kept, as they were checked. */
  claims: z.array(z.string()),
  /** The passages that they were checked against, one after the other; cut where they are very long. */
  evidence: z.string(),
  /** Ids of all documents that were read for it; null for a record of a version that did not write them down. */
  documents: z.array(z.string()).nullable().default(null),
  /** Ids of those whose words the asker was shown; null likewise. */
  shownDocuments: z.array(z.string()).nullable().default(null),
  /** Null where a redaction took it, and for a record of a version that kept none: feedback on it works, a replay does not. */
  flight: FlightRecord.nullable().default(null),
});
export type AnswerRecord = z.output<typeof AnswerRecord>;
