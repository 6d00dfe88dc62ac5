import type { GenerationRequest, Message, TokenCount } from '@arbiter/ports';
import { estimateTokens } from '@arbiter/text';

/** What a message costs besides its text: its role, two or three markers and line breaks (ChatML and Llama 3: 5). */
const MESSAGE_TOKENS = 6;

/** The estimate for a whole prompt: its texts, the tools and the output's schema as JSON, and the frame of each message. */
export function estimateRequestTokens({ system, messages, tools = [], output }: GenerationRequest): TokenCount {
  const texts = [
    system,
    ...messages.flatMap(textsOf),
    ...tools.map((tool) => JSON.stringify(tool)),
    ...(output ? [JSON.stringify(output.schema)] : []),
  ];
  // The system text and the beginning of the answer are messages, too.
  const frames = MESSAGE_TOKENS * (messages.length + (system === '' ? 1 : 2));
  return { tokens: texts.reduce((sum, text) => sum + estimateTokens(text), frames), exact: false };
}

function textsOf(message: Message): string[] {
  if (message.role === 'tool') return message.results.map(({ name, text }) => `${name} ${text}`);
  const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
  return [message.text, ...calls.map((call) => JSON.stringify([call.name, call.arguments]))];
}
