import { ArbiterError } from '@arbiter/contracts';
import type { CitableDocument, GenerationRequest, Message, TokenCount } from '@arbiter/ports';
import { estimateTokens } from '@arbiter/text';
import { checkPicture, picturesOf, pictureTokens } from './pictures.js';

/** OpenAI takes no more. */
const MOST_STOP_SEQUENCES = 4;
/** What the vendors take for the name of a tool or an output. */
const NAME = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * @param bindsCitations whether the model takes documents: one that does not would answer without having seen them
 * @throws ArbiterError INVALID_REQUEST naming the field that breaks a rule of the LanguageModel port
 */
export function checkGenerationRequest(request: GenerationRequest, bindsCitations = false): void {
  const { messages, maxTokens, temperature, stopSequences = [], output, tools = [], cacheableMessages = 0 } = request;
  rule(Number.isInteger(maxTokens) && maxTokens >= 1, 'maxTokens', 'must be a whole number from 1 on');
  rule(temperature === undefined || (temperature >= 0 && temperature <= 1), 'temperature', 'must be from 0 to 1');
  rule(stopSequences.length <= MOST_STOP_SEQUENCES, 'stopSequences', `must be ${MOST_STOP_SEQUENCES} at most`);
  rule(
    stopSequences.every((sequence) => sequence !== ''),
    'stopSequences',
    'must not be empty texts',
  );
  rule(!(output && tools.length > 0), 'output', 'must not be asked for together with tools');
  const documents = messages.flatMap(documentsOf);
  rule(!(output && documents.length > 0), 'output', 'must not be asked for together with documents');
  rule(bindsCitations || documents.length === 0, 'documents', 'must not be given to a model that binds no citations');
  rule(
    documents.every(({ text }) => text.trim() !== ''),
    'documents',
    'must not be blank',
  );
  messages.flatMap(picturesOf).forEach(checkPicture);
  for (const name of [...tools.map((tool) => tool.name), ...(output ? [output.name] : [])]) {
    rule(
      NAME.test(name),
      output ? 'output.name' : 'tools',
      `must have names of A–Z, a–z, 0–9, "_" and "-", not "${name}"`,
    );
  }
  rule(new Set(tools.map(({ name }) => name)).size === tools.length, 'tools', 'must not have a name twice');
  rule(
    Number.isInteger(cacheableMessages) && cacheableMessages >= 0 && cacheableMessages <= messages.length,
    'cacheableMessages',
    `must be from 0 to the number of messages, ${messages.length}`,
  );
  rule(messages.at(0)?.role === 'user', 'messages', 'must begin with one of the user');
  rule(messages.at(-1)?.role !== 'assistant', 'messages', 'must not end with one of the assistant');
  for (const [i, message] of messages.entries()) checkResults(message, messages[i - 1], i);
}

/** The results of a tool message are those of the calls before it; vendors refuse anything else, each in its own way. */
function checkResults(message: Message, before: Message | undefined, index: number): void {
  const field = `messages[${index}]`;
  const calls = before?.role === 'assistant' ? (before.toolCalls ?? []).map(({ id }) => id) : [];
  if (message.role !== 'tool') {
    rule(calls.length === 0, field, 'must give the results of the tool calls before it');
    return;
  }
  const answered = message.results.map(({ callId }) => callId);
  rule(
    answered.length === calls.length && calls.length > 0 && calls.every((id) => answered.includes(id)),
    field,
    'must answer the tool calls of the assistant message before it, each once',
  );
}

function rule(holds: boolean, field: string, says: string): void {
  if (!holds) throw new ArbiterError('INVALID_REQUEST', `${field} ${says}.`, { details: { field } });
}

/** What a message costs besides its text: its role, two or three markers and line breaks (ChatML and Llama 3: 5). */
const MESSAGE_TOKENS = 6;

/**
 * What a vendor adds to a prompt with documents: instructions on citing them. Anthropic billed 575 tokens for a question and a
 * document of two short sentences.
 */
export const CITING_TOKENS = 560;

/**
 * The estimate for a whole prompt: its texts and pictures, the tools and the output's schema as JSON, the frame of each message
 * and document, and what a vendor adds for documents.
 *
 * @param model as in `openai/gpt-4o`, where it is known: not all count pictures alike
 */
export function estimateRequestTokens(
  { system, messages, tools = [], output }: GenerationRequest,
  model = '',
): TokenCount {
  const documents = messages.flatMap(documentsOf);
  const texts = [
    system,
    ...documents.map(documentText),
    ...messages.flatMap(textsOf),
    ...tools.map((tool) => JSON.stringify(tool)),
    ...(output ? [JSON.stringify(output.schema)] : []),
  ];
  // The system text and the beginning of the answer are messages, too.
  const frames = MESSAGE_TOKENS * (messages.length + documents.length + (system === '' ? 1 : 2));
  const pictures = messages.flatMap(picturesOf).reduce((sum, picture) => sum + pictureTokens(picture, model), 0);
  const added = frames + pictures + (documents.length > 0 ? CITING_TOKENS : 0);
  return { tokens: texts.reduce((sum, text) => sum + estimateTokens(text), added), exact: false };
}

export function documentsOf(message: Message): readonly CitableDocument[] {
  return message.role === 'user' ? (message.documents ?? []) : [];
}

/** A document as one text, for those who read the prompt. */
export function documentText({ title, text }: CitableDocument): string {
  return title === '' ? text : `${title}\n\n${text}`;
}

function textsOf(message: Message): string[] {
  if (message.role === 'tool') return message.results.map(({ name, text }) => `${name} ${text}`);
  const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
  return [message.text, ...calls.map((call) => JSON.stringify([call.name, call.arguments]))];
}
