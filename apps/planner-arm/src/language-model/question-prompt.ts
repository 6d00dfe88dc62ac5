import type { PriorTurn } from '@arbiter/contracts';
import type { GenerationRequest, JsonSchema, LanguageModel } from '@arbiter/ports';
import { Fence, trimText, type FenceIds } from '@arbiter/prompting';
import { estimateTokens } from '@arbiter/text';

/** A prompt for a model about one question. */
export interface QuestionPrompt {
  /** Its name and version. */
  readonly prompt: string;
  /** The same for every question, so that vendors can cache it. */
  readonly system: string;
  readonly query: string;
  readonly history?: readonly PriorTurn[];
  /** Further texts from elsewhere, most important first: each is fenced under its kind and cut where room is short. */
  readonly quoted?: readonly { readonly kind: string; readonly text: string }[];
  /** Of our own words, before the closing. */
  readonly notes?: readonly string[];
  /** Comes last: models follow the last instruction best. */
  readonly closing: string;
  /** Name of the answer, and its schema. */
  readonly output: { readonly name: string; readonly schema: JsonSchema };
  readonly maxTokens: number;
}

/** Tags and line ends around a quoted text, in tokens. */
const FRAME_TOKENS = 60;
/** Of the conversation before the question, newest first. */
const HISTORY_TOKENS = 1_000;

/** @returns null when the fixed parts do not fit into the context of the model */
export function questionRequest(
  { prompt, system, query, history = [], quoted = [], notes = [], closing, output, maxTokens }: QuestionPrompt,
  { contextTokens }: Pick<LanguageModel, 'contextTokens'>,
  ids: FenceIds,
): GenerationRequest | null {
  const conversation = conversationOf(history);
  const fence = new Fence(ids, [query, conversation, ...quoted.map(({ text }) => text)]);
  const ending = [...notes, `The fence id of this request is ${fence.id}. ${closing}`];
  const question = fence.around('question', null, query);
  const fixed = estimateTokens([system, question, ...ending].join('\n\n')) + maxTokens;
  let room = (contextTokens ?? Infinity) - fixed - FRAME_TOKENS * (quoted.length + 1);
  if (room < 0) return null;
  const fenced: string[] = [];
  for (const { kind, text } of [...quoted, { kind: 'conversation', text: conversation }]) {
    const shown = trimText(text, query, room);
    if (shown === '') continue;
    room -= estimateTokens(shown);
    fenced.push(fence.around(kind, null, shown));
  }
  return {
    prompt,
    system,
    messages: [{ role: 'user', text: [...fenced.reverse(), question, ...ending].join('\n\n') }],
    maxTokens,
    temperature: 0,
    output,
    cacheableMessages: 0,
  };
}

function conversationOf(history: readonly PriorTurn[]): string {
  const lines: string[] = [];
  let tokens = 0;
  for (const { role, content } of [...history].reverse()) {
    const line = `${role === 'user' ? 'They' : 'You'}: ${content}`;
    tokens += estimateTokens(line);
    if (tokens > HISTORY_TOKENS) break;
    lines.unshift(line);
  }
  return lines.join('\n');
}
