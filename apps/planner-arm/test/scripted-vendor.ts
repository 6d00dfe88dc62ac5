import { chatChunks, startHttpStandIn, type HttpStandIn } from '@arbiter/testing';
import { startPlanner, type StartedPlanner } from './planner.arm.js';

const STREAM = 'text/event-stream';

/** What is said to the n-th request, counted from 0: words, JSON, a failure of that status, or nothing at all. */
export type Script = (attempt: number) => string | object | { readonly status: number } | null;

export interface ScriptedPlanner extends StartedPlanner {
  /** Bodies of the requests that the vendor got. */
  readonly asked: readonly ChatBody[];
  /** Resolves once that many requests were given up before their answer. */
  untilAbandoned(count: number): Promise<void>;
}

/** What the arm sends over OpenAI's chat completions, in so far as tests look at it. */
export interface ChatBody {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly response_format?: unknown;
}

/** A planner arm whose language model is a scripted server that speaks OpenAI's chat completions. */
export async function startScriptedPlanner(
  script: Script,
  limits: { readonly timeoutMs?: number } = {},
): Promise<ScriptedPlanner> {
  const asked: ChatBody[] = [];
  const server: HttpStandIn = await startHttpStandIn(({ body }, reply) => {
    const words = script(asked.length);
    asked.push(JSON.parse(body) as ChatBody);
    if (words === null) return reply.stream(STREAM, '', 'hang');
    if (typeof words === 'string') return reply.stream(STREAM, answerOf(words), 'end');
    if ('status' in words && typeof words.status === 'number') return reply.json(words.status, failureOf(words.status));
    return reply.stream(STREAM, answerOf(JSON.stringify(words)), 'end');
  });
  const arm = await startPlanner(
    { PLANNER_MODEL: 'gpt-test', OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: SECRET },
    limits,
  );
  return {
    ...arm,
    asked,
    untilAbandoned: (count) => server.untilAbandoned(count),
    async close() {
      await arm.close();
      await server.close();
    },
  };
}

/** The key of the scripted vendor; no answer, error or log line may hold it. */
export const SECRET = 'sk-secret-of-the-planner-0123456789';

/** What an answer costs; a quarter of the prompt comes from the vendor's cache. */
export const USAGE = { inputTokens: 400, outputTokens: 20, cachedInputTokens: 100, cacheWriteTokens: 0 };

function answerOf(words: string): string {
  const usage = {
    prompt_tokens: USAGE.inputTokens,
    completion_tokens: USAGE.outputTokens,
    total_tokens: USAGE.inputTokens + USAGE.outputTokens,
    prompt_tokens_details: { cached_tokens: USAGE.cachedInputTokens },
  };
  const chunk = {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'gpt-test',
    choices: [],
    usage,
  };
  return chatChunks([words]).replace('data: [DONE]', () => `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]`);
}

/** As OpenAI words it, the key included: https://platform.openai.com/docs/guides/error-codes */
function failureOf(status: number) {
  const message =
    status === 401
      ? `Incorrect API key provided: ${SECRET}.`
      : 'You exceeded your current quota, please check your plan.';
  return { error: { message, type: 'test', param: null, code: status === 429 ? 'insufficient_quota' : null } };
}
