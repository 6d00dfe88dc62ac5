import { z } from 'zod';
import { defineOperation } from '../operation/define-operation.js';
import { SessionId } from './query.operation.js';

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
  }),
});
export type SessionMessage = z.output<typeof SessionMessage>;

export const getSession = defineOperation({
  name: 'orchestrator.get-session',
  revision: 1,
  summary: 'The messages of a session, oldest first.',
  input: z.strictObject({ sessionId: SessionId, limit: z.coerce.number().int().min(1).max(1_000).default(100) }),
  output: z.strictObject({ sessionId: SessionId, messages: z.array(SessionMessage) }),
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
  idempotent: true,
  deadlineMs: 5_000,
  http: { method: 'GET', path: '/v1/sessions/{sessionId}' },
  examples: {
    accepted: [{ title: 'an id', input: { sessionId: 's-1' } }],
    rejected: [{ title: 'a path', input: { sessionId: '..' }, field: 'sessionId' }],
  },
});
