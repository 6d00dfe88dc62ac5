import { defineOperation, Principal } from '@arbiter/contracts';
import { z } from 'zod';

const examples = { 'nothing special': {} } as const;

/** Idempotent, so that clients retry it. */
export const echo = defineOperation({
  name: 'retriever.contract-echo',
  revision: 1,
  summary: 'Say it again.',
  input: z.strictObject({ text: z.string().min(1), times: z.int().min(1).max(9).default(1) }),
  output: z.strictObject({ text: z.string() }),
  errors: ['INVALID_REQUEST'],
  role: 'reader',
  idempotent: true,
  deadlineMs: 10_000,
  examples,
});

/** Not idempotent: sent once, whatever happens. */
export const store = defineOperation({
  name: 'ingestion.contract-store',
  revision: 1,
  summary: 'Keep it.',
  input: z.strictObject({ text: z.string() }),
  output: z.strictObject({ text: z.string() }),
  errors: [],
  role: 'reader',
  idempotent: false,
  deadlineMs: 10_000,
  examples,
});

export const count = defineOperation({
  name: 'retriever.contract-count',
  revision: 1,
  summary: 'Count, one event each.',
  input: z.strictObject({ to: z.int().min(0) }),
  output: z.strictObject({ counted: z.int() }),
  events: z.strictObject({ n: z.int() }),
  errors: [],
  role: 'reader',
  idempotent: true,
  deadlineMs: 10_000,
  examples,
});

/** Idempotent; may say something beside its output. */
export const annotated = defineOperation({
  name: 'retriever.contract-annotated',
  revision: 1,
  summary: 'Say it again, and how it was said.',
  input: z.strictObject({ text: z.string() }),
  output: z.strictObject({ text: z.string() }),
  annotations: { mode: 'How.', timing: 'How long.', note: 'What else.' },
  errors: [],
  role: 'reader',
  idempotent: true,
  deadlineMs: 10_000,
  examples,
});

export const annotatedCount = defineOperation({
  name: 'retriever.contract-annotated-count',
  revision: 1,
  summary: 'Count, one event each, and say how.',
  input: z.strictObject({ to: z.int().min(0) }),
  output: z.strictObject({ counted: z.int() }),
  events: z.strictObject({ n: z.int() }),
  annotations: { mode: 'How.' },
  errors: [],
  role: 'reader',
  idempotent: true,
  deadlineMs: 10_000,
  examples,
});

/** What another arm answers about the call that reached it. */
export const describeCall = defineOperation({
  name: 'validator.contract-describe',
  revision: 1,
  summary: 'Tell what the call brought along.',
  input: z.strictObject({}),
  output: z.strictObject({
    requestId: z.string(),
    traceparent: z.string(),
    deadline: z.number(),
    principal: Principal.nullable(),
  }),
  errors: [],
  role: 'reader',
  idempotent: true,
  deadlineMs: 10_000,
  examples,
});

export const tokens = defineOperation({
  name: 'retriever.contract-tokens',
  revision: 1,
  summary: 'Text, piece by piece.',
  input: z.strictObject({}),
  output: z.strictObject({}),
  events: z.strictObject({ text: z.string() }),
  errors: [],
  role: 'reader',
  idempotent: true,
  deadlineMs: 10_000,
  examples,
});
