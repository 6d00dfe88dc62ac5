import { FakeEmbedder } from '@arbiter/ports/testing';
import { startHttpStandIn, type HttpStandIn } from '@arbiter/testing';
import { EmbedBody } from './chat-body.js';
import { refuseModel } from './refuse-model.js';

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
    if (model !== EMBEDDING_MODEL) return refuseModel(answer, model);
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
