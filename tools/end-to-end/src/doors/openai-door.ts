import OpenAI from 'openai';
import type { BotLibrary } from '../bots/bot-library.js';
import { BATH, BED, DREAM, fenced, shownJson } from './door-texts.js';

type Piece = OpenAI.ChatCompletionChunk & { readonly arbiter?: object };

const model = 'arbiter/lantern-coast';
/** What Open WebUI asks of its own accord. */
const TITLE_PROMPT = `### Task:\nGenerate a concise, 3-5 word title with an emoji summarizing the chat history.
### Output:\nJSON format: { "title": "your concise title here" }
### Chat History:\n<chat_history>\nUSER: ${BED}\nASSISTANT: Bed in the long loft: 3 wicks a night\n</chat_history>`;

/** A chat page's exchange through the official SDK. */
export async function openaiPage(library: BotLibrary): Promise<string> {
  const client = new OpenAI({ baseURL: `${library.url}/v1`, apiKey: library.env.ARBITER_API_KEY });
  const messages: OpenAI.ChatCompletionMessageParam[] = [];
  const ask = async (question: string): Promise<string[]> => {
    messages.push({ role: 'user', content: question });
    const streamed = { stream: true, stream_options: { include_usage: true } } as const;
    const request = { model, messages: [...messages], ...streamed };
    const pieces: Piece[] = [];
    for await (const piece of await client.chat.completions.create(request)) pieces.push(piece);
    const texts = pieces.map(({ choices: [choice] }) => choice?.delta.content ?? '').filter(Boolean);
    messages.push({ role: 'assistant', content: texts.join('') });
    const shown = texts.slice(0, 3).map((text) => JSON.stringify(text));
    return [
      '`POST /v1/chat/completions`',
      shownJson(request, 3),
      `is answered in ${pieces.length} pieces: the role, ${texts.length} of text,`,
      fenced('text', [...shown, ...(texts.length > 3 ? [`… ${texts.length - 3} more`] : [])].join('\n')),
      'and those that end it:',
      ...pieces.slice(1 + texts.length).map(({ choices: [choice], arbiter, usage }) => {
        const { delta, finish_reason } = choice ?? {};
        return shownJson({ ...delta, finish_reason, arbiter, usage });
      }),
      'The reader sees:',
      fenced('markdown', texts.join('')),
    ];
  };
  const models = (await client.models.list()).data.map(({ id }) => id);
  const asked = [...(await ask(BED)), '## A follow-up, with the history', ...(await ask(BATH))];
  messages.length = 0;
  const declined = await ask(DREAM);
  const title = await client.chat.completions.create({ model, messages: [{ role: 'user', content: TITLE_PROMPT }] });
  return [
    "# A chat page's exchange over OpenAI's protocol",
    'What chat pages send, here by the official SDK; [the guide](../guides/openai.md) connects them. Long texts and lists are cut: `…`.',
    `\`GET /v1/models\` lists \`${models.join('`, `')}\`.`,
    '## A question',
    ...asked,
    '## A question that is declined, in a new conversation',
    ...declined,
    '## The title of a conversation',
    'Pages ask for it with a prompt of their own, which is answered without a search:',
    fenced('text', TITLE_PROMPT),
    shownJson(title),
  ].join('\n\n');
}
