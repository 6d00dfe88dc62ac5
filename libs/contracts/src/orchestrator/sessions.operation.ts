import { z } from 'zod';
import { defineOperation } from '../operation/define-operation.js';
import { Redaction } from '../redaction.js';
import { AnswerId } from './feedback.operations.js';
import { SessionId } from './query.operation.js';

/** Most messages in an export, the newest: more than a person types before a session expires. */
export const MAX_EXPORTED_MESSAGES = 100_000;

/** A lasting memory of an accepted answer, field names as published (design document 000). */
export const Insight = z.strictObject({
  id: z.string().min(1),
  /** The answer without its markers. */
  summary: z.string().min(1),
  /** Its origin, for people: the question, the domain, the sources. */
  context: z.string(),
  /** When it was learnt. */
  timestamp: z.iso.datetime(),
  /** Number of recalls. */
  usageCount: z.int().min(0),
  /** Time of the last recall; initially `timestamp`. */
  lastAccessed: z.iso.datetime(),
  /** 0–1. When stored: the confidence of the answer. When recalled: its relevance to the query. */
  relevanceScore: z.number().min(0).max(1),
});
export type Insight = z.output<typeof Insight>;

/** A message of a session, field names as published (design document 000). */
export const SessionMessage = z.strictObject({
  id: z.string(),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  timestamp: z.iso.datetime(),
  metadata: z.strictObject({
    tools_used: z.array(z.string()).optional(),
    confidence: z.number().min(0).max(1).optional(),
    validated: z.boolean().optional(),
    /** Extra: ids of the documents whose text the answer showed. */
    documents: z.array(z.string()).optional(),
    /** Extra: the content was removed, because one of the documents was deleted. */
    redacted: Redaction.optional(),
    /** Extra: of an answer, its id; absent in messages of older versions. Its record may be gone before the session. */
    answer_id: AnswerId.optional(),
  }),
});
export type SessionMessage = z.output<typeof SessionMessage>;

/** Longest title of a session, in UTF-16 code units. */
export const MAX_SESSION_TITLE = 120;

/** List entry of a session. */
export const SessionOverview = z.strictObject({
  id: SessionId,
  /** The first question, cut at {@link MAX_SESSION_TITLE}; '' where it was removed. */
  title: z.string().max(MAX_SESSION_TITLE),
  /** Questions and answers together. */
  messages: z.int().min(1),
  /** Time of the last message. */
  updatedAt: z.iso.datetime(),
});
export type SessionOverview = z.output<typeof SessionOverview>;

export const listSessions = defineOperation({
  name: 'orchestrator.list-sessions',
  summary: 'The sessions of the caller, the one that was written in last first, page by page.',
  input: z.strictObject({
    limit: z.coerce.number().int().min(1).max(100).default(20),
    /** `next` of the previous page. */
    after: z
      .string()
      .regex(/^\d{1,15}\.[A-Za-z0-9_-]{1,128}$/, 'must be what the page before gave as `next`')
      .optional(),
  }),
  output: z.strictObject({
    sessions: z.array(SessionOverview),
    /** `after` of the next page; null on the last. */
    next: z.string().nullable(),
  }),
  role: 'reader',
  idempotent: true,
  http: { method: 'GET', path: '/v1/sessions' },
  mcp: { tool: 'list-sessions' },
  examples: { 'nothing to say': {}, 'a page': { limit: 5, after: '1767225600000.s-1' } },
});

export const getSession = defineOperation({
  name: 'orchestrator.get-session',
  summary: 'The messages of a session, oldest first.',
  input: z.strictObject({ sessionId: SessionId, limit: z.coerce.number().int().min(1).max(1_000).default(100) }),
  output: z.strictObject({ sessionId: SessionId, messages: z.array(SessionMessage) }),
  errors: ['NOT_FOUND'],
  role: 'reader',
  idempotent: true,
  deadlineMs: 5_000,
  http: { method: 'GET', path: '/v1/sessions/{sessionId}' },
  mcp: { tool: 'read-session' },
  examples: { 'an id': { sessionId: 's-1' } },
});

const OneSession = z.strictObject({ sessionId: SessionId });

const SESSION_EXAMPLES = { 'an id': { sessionId: 's-1' } } as const;

/** All stored data of a session, for a person's request for their data. */
export const SessionExport = z.strictObject({
  sessionId: SessionId,
  exportedAt: z.iso.datetime(),
  /** Oldest first. */
  messages: z.array(SessionMessage),
  /** Insights from its answers. */
  insights: z.array(Insight),
  /** Ids of the answer records of the session. */
  answerIds: z.array(z.string()),
});
export type SessionExport = z.output<typeof SessionExport>;

export const exportSession = defineOperation({
  name: 'orchestrator.export-session',
  summary: 'Everything that is held of a session as one document.',
  input: OneSession,
  output: SessionExport,
  errors: ['NOT_FOUND'],
  role: 'reader',
  idempotent: true,
  deadlineMs: 30_000,
  http: { method: 'GET', path: '/v1/sessions/{sessionId}/export' },
  examples: SESSION_EXAMPLES,
});

/** The data that a deletion has removed. */
export const SessionDeletion = z.strictObject({
  sessionId: SessionId,
  /** Whether there were messages; their retention may have ended already. */
  messages: z.boolean(),
  insights: z.int().min(0),
  answers: z.int().min(0),
});
export type SessionDeletion = z.output<typeof SessionDeletion>;

export const deleteSession = defineOperation({
  name: 'orchestrator.delete-session',
  summary: 'Delete a session with its messages, its insights and the records of its answers.',
  input: OneSession,
  output: SessionDeletion,
  errors: ['NOT_FOUND'],
  role: 'reader',
  idempotent: true,
  deadlineMs: 30_000,
  http: { method: 'DELETE', path: '/v1/sessions/{sessionId}' },
  examples: SESSION_EXAMPLES,
});
