import {
  type EarlierMessage,
  MAX_HISTORY_LENGTH,
  MAX_HISTORY_MESSAGES,
  MAX_QUERY_LENGTH,
  QueryText,
  SessionId,
} from '@arbiter/contracts';
import { z } from 'zod';
import { isDeclineMessage } from '../answering/decline.js';
import { refused } from './openai-errors.js';
import { withoutSources } from './render-reply.js';
import { taskIn, type PageTask } from './page-tasks.js';

const Part = z.looseObject({ type: z.string(), text: z.string().optional() });

/** A message of either interface; roles without a part in a conversation are passed over. */
export const Message = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  content: z.union([z.string(), z.array(Part)], 'must be a text or a list of parts').nullish(),
});
export type Message = z.output<typeof Message>;

/** What both interfaces have in common. What is named nowhere (temperature, max_tokens, tools) changes nothing and is ignored. */
export const commonFields = {
  model: z.string(),
  stream: z.boolean().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  tool_choice: z.unknown().optional(),
};

/** A request, read. */
export interface Asked {
  readonly model: string;
  readonly stream: boolean;
  /** For {@link Asked.task} it is the prompt of the page. */
  readonly question: string;
  readonly history: readonly EarlierMessage[];
  readonly sessionId?: string;
  /** Present where no person asks, but the page itself. */
  readonly task?: PageTask;
  /** Whether a stream of chat completions ends with a chunk about tokens. */
  readonly includeUsage?: boolean;
}

/** @throws ArbiterError INVALID_REQUEST, which names the first field that is wrong */
export function parseRequest<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const { success, data, error } = schema.safeParse(body ?? {});
  if (success) return data;
  const [issue] = error.issues;
  const param = (issue?.path ?? []).reduce<string>(
    (path, key) => (typeof key === 'number' ? `${path}[${key}]` : `${path}${path === '' ? '' : '.'}${String(key)}`),
    '',
  );
  throw refused(param, `Invalid request: ${param === '' ? 'the body' : param}: ${issue?.message ?? 'is invalid'}`);
}

type Common = z.output<z.ZodObject<typeof commonFields>>;

/** What a request asks beyond its conversation. */
interface Terms {
  /** Name of the field with the messages. */
  readonly field: string;
  /** The form that the answer is to have, and the name of its field; undefined or `text` for text. */
  readonly format: unknown;
  readonly formatField: string;
}

/**
 * The last message of the user is the question, those before it are the history. System messages are instructions to a
 * language model, and are passed over: the answer is bound to the sources.
 *
 * @throws ArbiterError INVALID_REQUEST for what cannot be done: no question, images, a call of a tool, JSON
 */
export function readConversation(
  { model, stream, metadata, tool_choice: choice }: Common,
  messages: readonly Message[],
  { field, format, formatField }: Terms,
): Asked {
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  const last = messages[asked === -1 ? messages.length - 1 : asked];
  const prompt = last ? textIn(last).trim() : '';
  const history = messages.slice(0, Math.max(0, asked)).flatMap(earlierMessage).slice(-MAX_HISTORY_MESSAGES);
  const shared = { model, stream: stream === true, history };
  const task = taskIn(prompt);
  if (task) return { ...shared, question: prompt, task };
  if (choice === 'required' || hasOtherThan(choice, 'mode', 'auto')) {
    throw refused('tool_choice', 'Arbiter calls no tools of its client: leave tool_choice at "auto".');
  }
  if (typeof format === 'string' && format !== 'text') {
    throw refused(formatField, 'Arbiter answers in text with citations, and not in JSON.');
  }
  if (asked === -1 || !last) throw refused(field, 'There is no message of the user, so there is no question.');
  const other = Array.isArray(last.content) && last.content.find(({ text }) => text === undefined);
  if (other) throw refused(`${field}[${asked}].content`, `Arbiter reads no "${other.type.slice(0, 40)}", only text.`);
  const session = sessionOf(metadata);
  return { ...shared, question: questionIn(prompt, field), ...(session !== undefined && { sessionId: session }) };
}

function questionIn(prompt: string, field: string): string {
  if (prompt.length > MAX_QUERY_LENGTH) {
    const message = `A question has at most ${MAX_QUERY_LENGTH} characters, this one has ${prompt.length}.`;
    throw refused(field, message, 'string_above_max_length');
  }
  const question = QueryText.safeParse(prompt);
  if (question.success) return question.data;
  throw refused(field, prompt === '' ? 'The question is empty.' : 'The question must be well-formed text.');
}

function sessionOf(metadata: Common['metadata']): string | undefined {
  const { session_id: given } = metadata ?? {};
  if (given === undefined) return undefined;
  const session = SessionId.safeParse(given);
  if (session.success) return session.data;
  throw refused('metadata.session_id', 'A session is named by 1–128 letters, digits, "_" or "-".');
}

function earlierMessage(message: Message): EarlierMessage[] {
  const { role } = message;
  if (role !== 'user' && role !== 'assistant') return [];
  const shown = textIn(message).trim();
  const content = withoutSources(shown).slice(0, MAX_HISTORY_LENGTH).toWellFormed().replaceAll('\0', ' ');
  if (content === '') return [];
  return [{ role, content, ...(role === 'assistant' && isDeclineMessage(shown) && { declined: true }) }];
}

function textIn({ content }: Message): string {
  if (typeof content === 'string') return content;
  return (content ?? []).flatMap(({ text }) => text ?? []).join('\n');
}

function hasOtherThan(value: unknown, key: string, expected: string): boolean {
  return typeof value === 'object' && value !== null && (value as Record<string, unknown>)[key] !== expected;
}
