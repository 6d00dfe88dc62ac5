import { ANTHROPIC_MESSAGE, type ReceivedRequest, type StandInAnswer } from '@arbiter/testing';

/** What a stand-in of a vendor says, in the vendor's own form. */
export interface Said {
  readonly text: string;
  /** What it thinks before, by the way in which it marks that: one of {@link VendorWire.thoughts}. */
  readonly thought?: { readonly way: string; readonly text: string };
  /** In the vendor's words. Default: that it is done. `null`: nothing says that, as where a stream breaks. */
  readonly end?: string | null;
}

/** How the server of one vendor speaks over the wire. */
export interface VendorWire {
  /** As errors name it. */
  readonly name: string;
  readonly contentType: string;
  /** The variable that holds the key. */
  readonly keySetting: string;
  /** Ways in which its models think aloud. */
  readonly thoughts: readonly string[];
  /** Ways in which they refuse, other than in an answer. */
  readonly refusals: Readonly<Record<string, Said>>;
  /** The status of an overload. */
  readonly overloaded: number;
  /** What a stream holds that has begun when something goes wrong. */
  readonly streamError: string;
  /** What is then told. */
  readonly failsInStream: RegExp;
  env(url: string): Readonly<Record<string, string>>;
  /** Answers what is asked beside answers, such as whether it has the model. @returns null for a request for an answer */
  answerFirst(request: ReceivedRequest, answer: StandInAnswer): Promise<void> | null;
  /** @param body of the request: its limit of tokens counts thoughts, too */
  stream(said: Said, body: string): string;
  failure(status: number): unknown;
}

/** The key of the installation; what vendors say of a wrong one holds it. */
export const KEY = 'sk-planted-4711-secret';
/** What a model says that refuses. */
export const UNSAFE = 'It would be unsafe to say so.';
/** No thought is cheaper: a limit that counts thoughts against the answer is reached. */
const THOUGHT_TOKENS = 500;

const wordsOf = (text: string): string[] => text.match(/\S*\s*/g)?.filter((word) => word !== '') ?? [];

/** Whether thought and answer fit into the limit that the request has set. */
function fits({ text, thought }: Said, limit: number): boolean {
  return wordsOf(text).length + (thought ? THOUGHT_TOKENS : 0) <= limit;
}

/** Thought and answer, word by word. An answer that does not fit is left out. */
function spoken(
  { text, thought }: Said,
  isWhole: boolean,
  think: (word: string) => string,
  say: (word: string) => string,
) {
  const isInTags = thought?.way === '<think>';
  const thoughts = thought && !isInTags ? wordsOf(thought.text).map(think) : [];
  const words = wordsOf(isInTags ? `<think>${thought.text}</think>${text}` : text);
  return [...thoughts, ...(isWhole ? words.map(say) : [])].join('');
}

const sse = (type: string, fields: object = {}): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;

interface SentDocument {
  readonly type: string;
  readonly source?: { readonly content: readonly { readonly text: string }[] };
}

/** The Messages API: https://platform.claude.com/docs/en/build-with-claude/streaming and …/api/errors */
const ANTHROPIC: VendorWire = {
  name: 'Anthropic',
  contentType: 'text/event-stream; charset=utf-8',
  keySetting: 'ANTHROPIC_API_KEY',
  thoughts: ['thinking', 'redacted_thinking'],
  refusals: {
    'without a word': { text: '', end: 'refusal' },
    'in its first sentence': { text: 'It would be uns', end: 'refusal' },
  },
  overloaded: 529,
  env: (url) => ({ SYNTHESIS_MODEL: 'anthropic/claude-test', ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: KEY }),
  answerFirst: ({ target }, answer) =>
    target.startsWith('GET /v1/models/')
      ? answer.json(200, { type: 'model', id: 'claude-test', display_name: 'Test', created_at: '2026-01-01T00:00:00Z' })
      : null,
  stream: (said, body) => {
    const { max_tokens: limit, messages } = JSON.parse(body) as {
      max_tokens: number;
      messages: { content: SentDocument[] }[];
    };
    const documents = messages.flatMap(({ content }) => content.filter(({ type }) => type === 'document'));
    const isWhole = fits(said, limit);
    const sentences = isWhole ? said.text.split(/(?<=[.!?] )/) : [];
    const blocks = [
      ...(said.thought ? [thoughtBlock(said.thought)] : []),
      ...sentences.map((sentence) => textBlock(sentence, documents)),
    ];
    const begun =
      sse('message_start', { message: ANTHROPIC_MESSAGE }) + blocks.map((block, index) => block(index)).join('');
    const lastStop = sse('content_block_stop', { index: blocks.length - 1 });
    // A block that is being written has no stop yet.
    if (said.end === null) return begun.slice(0, -lastStop.length);
    const stop_reason = isWhole ? (said.end ?? 'end_turn') : 'max_tokens';
    const refused = { type: 'refusal', category: null, explanation: null };
    const delta = { stop_reason, stop_sequence: null, stop_details: stop_reason === 'refusal' ? refused : null };
    return begun + sse('message_delta', { delta, usage: { output_tokens: 15 } }) + sse('message_stop');
  },
  streamError: sse('error', { error: { type: 'overloaded_error', message: 'Overloaded' } }),
  failsInStream: /Anthropic has too much to do/,
  failure: (status) => {
    const type = { 401: 'authentication_error', 429: 'rate_limit_error', 529: 'overloaded_error' }[status];
    const error = { type: type ?? 'api_error', message: status === 401 ? `invalid x-api-key: ${KEY}` : 'Overloaded' };
    return { type: 'error', error, request_id: 'req_011CSHoEeqs5C35K2UUqR7Fy' };
  },
};

type Block = (index: number) => string;

function block(content_block: object, deltas: readonly object[]): Block {
  return (index) =>
    sse('content_block_start', { index, content_block }) +
    deltas.map((delta) => sse('content_block_delta', { index, delta })).join('') +
    sse('content_block_stop', { index });
}

function thoughtBlock({ way, text }: NonNullable<Said['thought']>): Block {
  if (way === 'redacted_thinking') return block({ type: way, data: Buffer.from(text).toString('base64') }, []);
  const deltas = wordsOf(text).map((thinking) => ({ type: 'thinking_delta', thinking }));
  return block({ type: way, thinking: '', signature: '' }, [
    ...deltas,
    { type: 'signature_delta', signature: 'EqQBCg' },
  ]);
}

/** A sentence of the documents is cited. */
function textBlock(sentence: string, documents: readonly SentDocument[]): Block {
  const places = documents.flatMap(({ source }, document_index) =>
    (source?.content ?? []).flatMap(({ text }, start_block_index) =>
      text.includes(sentence.trim())
        ? [
            {
              type: 'content_block_location',
              cited_text: text,
              document_index,
              document_title: null,
              start_block_index,
              end_block_index: start_block_index + 1,
            },
          ]
        : [],
    ),
  );
  const cited = places.slice(0, 1).map((citation) => ({ type: 'citations_delta', citation }));
  const words = wordsOf(sentence).map((text) => ({ type: 'text_delta', text }));
  return block({ type: 'text', text: '', ...(cited.length > 0 && { citations: [] }) }, [...cited, ...words]);
}

/** Chat completions: https://platform.openai.com/docs/api-reference/chat/streaming, with what vLLM and others add. */
const OPENAI: VendorWire = {
  name: 'The OpenAI-compatible server',
  contentType: 'text/event-stream',
  keySetting: 'OPENAI_API_KEY',
  thoughts: ['reasoning_content', 'reasoning', '<think>'],
  refusals: {
    'in words beside the answer': { text: UNSAFE, end: 'refusal' },
    'by a filter': { text: '', end: 'content_filter' },
  },
  overloaded: 503,
  env: (url) => ({ SYNTHESIS_MODEL: 'openai/qwen3-test', OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: KEY }),
  answerFirst: ({ target }, answer) =>
    target === 'GET /v1/models'
      ? answer.json(200, { object: 'list', data: [{ id: 'qwen3-test', object: 'model', created: 1, owned_by: 'me' }] })
      : null,
  stream: (said, body) => {
    const { max_tokens: limit } = JSON.parse(body) as { max_tokens: number };
    const isWhole = fits(said, limit);
    const field = said.end === 'refusal' ? 'refusal' : 'content';
    const begun =
      chatChunk({ role: 'assistant', content: '', refusal: null }) +
      spoken(
        said,
        isWhole,
        (word) => chatChunk({ [said.thought?.way ?? 'reasoning']: word }),
        (word) => chatChunk({ [field]: word }),
      );
    if (said.end === null) return begun;
    // The words of a refusal end like any others.
    const reason = said.end === 'refusal' ? 'stop' : (said.end ?? 'stop');
    return `${begun}${chatChunk({}, isWhole ? reason : 'length')}data: [DONE]\n\n`;
  },
  streamError: `data: ${JSON.stringify({ error: { message: 'Overloaded', type: 'server_error', code: 'server_overloaded' } })}\n\n`,
  failsInStream: /The OpenAI-compatible server has too much to do/,
  failure: (status) => {
    const code = { 401: 'invalid_api_key', 429: 'rate_limit_exceeded' }[status] ?? null;
    const message = status === 401 ? `Incorrect API key provided: ${KEY}` : 'Overloaded';
    return { error: { message, type: 'invalid_request_error', param: null, code } };
  },
};

function chatChunk(delta: object, finish_reason: string | null = null): string {
  const frame = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_741_570_283, model: 'qwen3-test' };
  return `data: ${JSON.stringify({ ...frame, choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
}

/** Ollama's chat: https://docs.ollama.com/api/chat and …/api/errors */
const OLLAMA: VendorWire = {
  name: 'Ollama',
  contentType: 'application/x-ndjson',
  keySetting: 'OLLAMA_HOST',
  thoughts: ['thinking', '<think>'],
  refusals: {},
  overloaded: 503,
  env: (url) => ({ SYNTHESIS_MODEL: 'ollama/qwen3-test', OLLAMA_HOST: url }),
  answerFirst: ({ target }, answer) => {
    if (target === 'GET /api/ps') return answer.json(200, { models: [{ name: 'qwen3-test:latest' }] });
    if (target === 'POST /api/show')
      return answer.json(200, { details: {}, model_info: {}, capabilities: ['completion', 'thinking'] });
    // Loads the model.
    return target === 'POST /api/generate' ? answer.json(200, { model: 'qwen3-test', response: '', done: true }) : null;
  },
  stream: (said, body) => {
    const { options } = JSON.parse(body) as { options: { num_predict: number } };
    const isWhole = fits(said, options.num_predict);
    const begun = spoken(
      said,
      isWhole,
      (thinking) => chatLine({ content: '', thinking }),
      (content) => chatLine({ content }),
    );
    if (said.end === null) return begun;
    const counts = { prompt_eval_count: 25, eval_count: 15 };
    return begun + chatLine({ content: '' }, { done_reason: isWhole ? (said.end ?? 'stop') : 'length', ...counts });
  },
  streamError: `${JSON.stringify({ error: 'an error was encountered while running the model' })}\n`,
  failsInStream: /Ollama failed \(status 500\)/,
  failure: (status) => ({
    error: { 401: 'unauthorized', 429: 'you have reached your session usage limit' }[status] ?? 'server busy',
  }),
};

function chatLine(message: object, last?: object): string {
  const frame = { model: 'qwen3-test', created_at: '2026-08-04T08:52:19.385406455Z' };
  return `${JSON.stringify({ ...frame, message: { role: 'assistant', ...message }, done: last !== undefined, ...last })}\n`;
}

export const VENDOR_WIRES: readonly VendorWire[] = [ANTHROPIC, OPENAI, OLLAMA];
