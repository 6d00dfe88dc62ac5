import {
  FakeEmbedder,
  STATUS_OF_FAILURE,
  ScriptedVendor,
  type LanguageModelStage,
  type StageOptions,
} from '@arbiter/ports/testing';
import { startHttpStandIn, type HttpStandIn, type StandInAnswer } from '@arbiter/testing';
import { createOllamaLanguageModel } from '../src/index.js';
import { ChatBody, EmbedBody, promptOf } from './chat-body.js';
import { streamOf } from './chat-stream.js';

export const MODEL = 'llama3.2';

export interface OllamaStage extends LanguageModelStage {
  readonly url: string;
  /** Bodies of the generations, as they came over the wire. */
  readonly bodies: readonly ChatBody[];
}

/** Ollama's chat with a script, and a model that asks it through the real SDK. */
export async function openOllamaStage({ replies, retry }: StageOptions): Promise<OllamaStage> {
  const vendor = new ScriptedVendor(replies);
  const bodies: ChatBody[] = [];
  const server = await startHttpStandIn(({ target, body: text }, answer) => {
    if (target === 'POST /api/show') {
      const { model } = JSON.parse(text) as { model: string };
      return model === MODEL
        ? answer.json(200, { details: {}, model_info: {}, capabilities: ['completion'] })
        : missing(answer, model);
    }
    if (target !== 'POST /api/chat') {
      vendor.violations.push(`no such request: ${target}`);
      return answer.json(404, { error: 'not found' });
    }
    const body = ChatBody.safeParse(JSON.parse(text));
    if (!body.success) {
      vendor.violations.push(body.error.message);
      return answer.json(400, { error: 'invalid' });
    }
    bodies.push(body.data);
    if (body.data.model !== MODEL) return missing(answer, body.data.model);
    const reply = vendor.replyTo(promptOf(body.data));
    if (reply.type === 'failure') {
      const headers = reply.retryAfter === undefined ? undefined : { 'retry-after': reply.retryAfter };
      return answer.json(STATUS_OF_FAILURE[reply.code], { error: 'said the script' }, headers);
    }
    return answer.stream('application/x-ndjson', streamOf(reply, MODEL), reply.type === 'answer' ? 'end' : reply.type);
  });

  const model = createOllamaLanguageModel({ model: MODEL, host: server.url, retry });
  return {
    model,
    url: server.url,
    bodies,
    received: vendor.received,
    violations: vendor.violations,
    untilAbandoned: (count) => server.untilAbandoned(count),
    close: async () => {
      await model.close();
      await server.close();
    },
  };
}

export const EMBEDDING_MODEL = 'nomic-embed-text';

export interface EmbeddingServer extends HttpStandIn {
  /** Of the requests, in order. */
  readonly inputs: readonly (readonly string[])[];
  /** Most requests that were open at a time. */
  readonly mostAtOnce: number;
  readonly violations: readonly string[];
}

/** /api/embed over bags of hashed words, three times as long as a unit vector; a prefix only chooses the kind. */
export async function startEmbeddingServer(): Promise<EmbeddingServer> {
  const inputs: string[][] = [];
  const violations: string[] = [];
  let atOnce = 0;
  let mostAtOnce = 0;
  const server = await startHttpStandIn(async ({ target, body: text }, answer) => {
    const body = EmbedBody.safeParse(JSON.parse(text));
    if (target !== 'POST /api/embed' || !body.success) {
      violations.push(body.error?.message ?? target);
      return answer.json(400, { error: 'invalid' });
    }
    const { model, input, options } = body.data;
    if (model !== EMBEDDING_MODEL) return missing(answer, model);
    inputs.push(input);
    atOnce++;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    const words = new FakeEmbedder({ dimensions: 768, maxTokens: options.num_ctx });
    const bare = input.map((each) => each.replace(/^search_(query|document): /, ''));
    const vectors = await words.embed(bare, { kind: 'document', signal: new AbortController().signal });
    // Time enough for others to come.
    await new Promise((resolve) => setTimeout(resolve, 2));
    atOnce--;
    const embeddings = vectors.map((vector) => Array.from(vector, (number) => 3 * number));
    return answer.json(200, { model, embeddings, total_duration: 1, load_duration: 1, prompt_eval_count: 8 });
  });
  return {
    ...server,
    inputs,
    violations,
    get mostAtOnce() {
      return mostAtOnce;
    },
  };
}

function missing(answer: StandInAnswer, model: string): Promise<void> {
  return answer.json(404, { error: `model "${model}" not found, try pulling it first` });
}
