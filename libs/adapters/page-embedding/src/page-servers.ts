import { z } from 'zod';
import type { RequestLimits, ServerConnection } from './server-connection.js';

/** How vectors travel: base64 takes a fifth of the room, but does not say how many numbers a vector has. */
type Encoding = 'base64' | 'float';

export type Input = { readonly query: string } | { readonly picture: Uint8Array };

/** What a server is asked, and where its answer holds the vectors. */
export interface PageServer {
  /** Below the server's address. */
  readonly path: string;
  body(model: string, input: Input, encoding: Encoding): unknown;
  /** @returns the vectors as they came; undefined for an answer of another kind */
  vectorsIn(answer: unknown): unknown;
}

const VllmAnswer = z.object({ data: z.tuple([z.object({ data: z.unknown() })]) });

/**
 * vLLM (docs/models/pooling_models, examples/pooling/token_embed/colqwen3_token_embed_online.py). A server that does not know
 * the encoding gives lists.
 */
const VLLM: PageServer = {
  path: '/pooling',
  body: (model, input, encoding_format) => ({
    model,
    ...('query' in input
      ? { input: [input.query] }
      : {
          messages: [
            {
              role: 'user',
              content: [
                { type: 'image_url', image_url: { url: dataUrlOf(input.picture) } },
                // The prompt that ColPali and its successors were trained with.
                { type: 'text', text: 'Describe the image.' },
              ],
            },
          ],
        }),
    task: 'token_embed',
    encoding_format,
    embed_dtype: 'float32',
    endianness: 'little',
  }),
  vectorsIn: (answer) => VllmAnswer.safeParse(answer).data?.data[0].data,
};

const InfinityAnswer = z.object({ data: z.tuple([z.object({ embedding: z.unknown() })]) });

/** Infinity (infinity_emb/fastapi_schemas/pymodels.py, client_infinity/vision_client.py). */
const infinityAt = (prefix: string): PageServer => ({
  path: `${prefix}/embeddings`,
  body: (model, input, encoding_format) => ({
    model,
    ...('query' in input
      ? { input: [input.query], modality: 'text' }
      : { input: [dataUrlOf(input.picture)], modality: 'image' }),
    encoding_format,
  }),
  vectorsIn: (answer) => InfinityAnswer.safeParse(answer).data?.data[0].embedding,
});

const ModelList = z.object({ data: z.array(z.object({ id: z.string(), owned_by: z.string().optional() })).max(1_000) });

/** Where lists of models are: Infinity's as it is installed, then vLLM's, which is also Infinity's with that prefix. */
const PREFIXES = ['', '/v1'];

/**
 * Finds out what a server speaks. Both list their models, and Infinity calls itself their owner. A proxy may pass on nothing but the
 * vectors: then the server speaks what it answers to.
 *
 * @throws ArbiterError UNAVAILABLE for a server that is neither, or does not have the model
 */
export async function findServer(
  connection: ServerConnection,
  model: string,
  limits: RequestLimits,
): Promise<PageServer> {
  for (const prefix of PREFIXES) {
    const answer = await connection.request({ path: `${prefix}/models` }, limits);
    if (answer === null) continue;
    const models = ModelList.safeParse(answer).data?.data;
    if (!models) throw connection.unreadable('it is no list of models');
    const served = models.map(({ id }) => id);
    if (!served.includes(model)) throw connection.failure('model-missing', missingModel(model, served));
    const owners = new Set(models.map(({ owned_by }) => owned_by));
    if (owners.has('vllm')) return VLLM;
    if (owners.has('infinity')) return infinityAt(prefix);
  }
  for (const server of [VLLM, ...PREFIXES.map(infinityAt)]) {
    const body = server.body(model, { query: 'page' }, 'float');
    if ((await connection.request({ path: server.path, body }, limits)) !== null) return server;
  }
  throw connection.unreadable('it gives no vectors as vLLM and Infinity do');
}

function missingModel(model: string, served: readonly string[]): string {
  const others = served.length === 0 ? 'serves none' : `serves ${served.slice(0, 5).join(', ')}`;
  return `does not have the model "${model}", and ${others}: correct PAGE_EMBEDDER_MODEL`;
}

function dataUrlOf(picture: Uint8Array): string {
  return `data:image/jpeg;base64,${Buffer.from(picture).toString('base64')}`;
}
