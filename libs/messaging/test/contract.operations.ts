import { defineOperation, Principal } from '@arbiter/contracts';
import { z } from 'zod';

const examples = { 'nothing special': {} } as const;

/** Idempotent, so that clients retry it. */
export const echo = defineOperation({
  name: 'retriever.contract-echo',
  summary: 'Say it again.',
  input: z.strictObject({ text: z.string().min(1), times: z.int().min(1).max(9).default(1) }),
  output: z.strictObject({ text: z.string() }),
  role: 'reader',
  idempotent: true,
  examples,
});

/** Not idempotent: sent once, whatever happens. */
export const store = defineOperation({
  name: 'ingestion.contract-store',
  summary: 'Keep it.',
  input: z.strictObject({ text: z.string() }),
  output: z.strictObject({ text: z.string() }),
  role: 'reader',
  idempotent: false,
  examples,
});

export const count = defineOperation({
  name: 'retriever.contract-count',
  summary: 'Count, one event each.',
  input: z.strictObject({ to: z.int().min(0) }),
  output: z.strictObject({ counted: z.int() }),
  events: z.strictObject({ n: z.int() }),
  role: 'reader',
  idempotent: true,
  examples,
});

/** Idempotent; may say something beside its output. */
export const annotated = defineOperation({
  name: 'retriever.contract-annotated',
  summary: 'Say it again, and how it was said.',
  input: z.strictObject({ text: z.string() }),
  output: z.strictObject({ text: z.string() }),
  annotations: { mode: 'How.', timing: 'How long.', note: 'What else.' },
  role: 'reader',
  idempotent: true,
  examples,
});

export const annotatedCount = defineOperation({
  name: 'retriever.contract-annotated-count',
  summary: 'Count, one event each, and say how.',
  input: z.strictObject({ to: z.int().min(0) }),
  output: z.strictObject({ counted: z.int() }),
  events: z.strictObject({ n: z.int() }),
  annotations: { mode: 'How.' },
  role: 'reader',
  idempotent: true,
  examples,
});

/** What another arm answers about the call that reached it. */
export const describeCall = defineOperation({
  name: 'validator.contract-describe',
  summary: 'Tell what the call brought along.',
  input: z.strictObject({}),
  output: z.strictObject({
    requestId: z.string(),
    traceparent: z.string(),
    deadline: z.number(),
    principal: Principal.nullable(),
  }),
  role: 'reader',
  idempotent: true,
  examples,
});

export const tokens = defineOperation({
  name: 'retriever.contract-tokens',
  summary: 'Text, piece by piece.',
  input: z.strictObject({}),
  output: z.strictObject({}),
  events: z.strictObject({ text: z.string() }),
  role: 'reader',
  idempotent: true,
  examples,
});
