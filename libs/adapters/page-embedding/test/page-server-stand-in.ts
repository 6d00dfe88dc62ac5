import { FakePageEmbedder } from '@arbiter/ports/testing';
import { type HttpStandIn, type ReceivedRequest, type StandInAnswer, startHttpStandIn } from '@arbiter/testing';
import { z } from 'zod';

export const MODEL = 'house/colqwen';
const DIMENSIONS = 48;

const Encodings = z.enum(['float', 'base64']);

const VllmPage = z.object({ type: z.literal('image_url'), image_url: z.strictObject({ url: z.string() }) });
const VllmCommon = {
  model: z.string(),
  task: z.literal('token_embed'),
  encoding_format: Encodings,
  embed_dtype: z.literal('float32'),
  endianness: z.literal('little'),
};
const VllmText = z.strictObject({ type: z.literal('text'), text: z.string().min(1) });
const VllmBody = z.union([
  z.strictObject({ ...VllmCommon, input: z.tuple([z.string()]) }),
  z.strictObject({
    ...VllmCommon,
    messages: z.tuple([z.strictObject({ role: z.literal('user'), content: z.tuple([VllmPage, VllmText]) })]),
  }),
]);

const InfinityBody = z.strictObject({
  model: z.string(),
  input: z.tuple([z.string()]),
  modality: z.enum(['text', 'image']),
  encoding_format: Encodings,
});

export interface PageServerStandIn extends HttpStandIn {
  /** Targets of the requests, in order. */
  readonly targets: readonly string[];
  readonly keys: readonly (string | undefined)[];
  readonly encodings: readonly string[];
}

/** What a test changes about a stand-in. */
export interface Behaviour {
  /** Vectors of a text, as lists. */
  readonly vectors?: (text: string) => unknown;
  /** Answers all but lists of models in place of the server. */
  readonly instead?: (answer: StandInAnswer) => Promise<void>;
  /** Gives lists whatever it is asked for, as a server does that does not know of encodings. */
  readonly onlyLists?: boolean;
  readonly prefix?: string;
  /** Lists no models, as behind a proxy; or those of somebody else. */
  readonly models?: 'unlisted' | 'of-a-proxy';
}

/** Pages whose pictures are texts, over hashed words. */
async function vectorsOf(text: string): Promise<number[][]> {
  const words = await new FakePageEmbedder({ dimensions: DIMENSIONS }).embedQuery(text, {
    signal: new AbortController().signal,
  });
  return Array.from({ length: words.length / DIMENSIONS }, (_, row) =>
    Array.from(words.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS)),
  );
}

function encoded(vectors: unknown, encoding: string): unknown {
  if (encoding === 'float') return vectors;
  const numbers = Float32Array.from((vectors as number[][]).flat());
  return Buffer.from(numbers.buffer).toString('base64');
}

function pictureIn(url: string): string {
  const [, base64 = ''] = /^data:image\/jpeg;base64,(.+)$/.exec(url) ?? [];
  return Buffer.from(base64, 'base64').toString();
}

type Route = (request: ReceivedRequest) => { readonly text: string; readonly encoding: string } | null;

async function start(
  { models, route, target, wrap }: { models: string; route: Route; target: string; wrap: (data: unknown) => unknown },
  owner: string,
  behaviour: Behaviour,
): Promise<PageServerStandIn> {
  const targets: string[] = [];
  const keys: (string | undefined)[] = [];
  const encodings: string[] = [];
  const server = await startHttpStandIn(async (request, answer) => {
    targets.push(request.target);
    keys.push(request.headers.authorization);
    if (request.target === models && behaviour.models !== 'unlisted') {
      const owned_by = behaviour.models ?? owner;
      return answer.json(200, { object: 'list', data: [{ id: MODEL, object: 'model', owned_by }] });
    }
    if (request.target !== target) return answer.json(404, { detail: 'Not Found' });
    if (behaviour.instead) return behaviour.instead(answer);
    const asked = route(request);
    if (!asked) return answer.json(400, { error: { message: `not a request of this server: ${request.body}` } });
    encodings.push(asked.encoding);
    const vectors = (await behaviour.vectors?.(asked.text)) ?? (await vectorsOf(asked.text));
    return answer.json(200, wrap(encoded(vectors, behaviour.onlyLists ? 'float' : asked.encoding)));
  });
  return { ...server, targets, keys, encodings };
}

export function startVllm(behaviour: Behaviour = {}): Promise<PageServerStandIn> {
  const route: Route = ({ body }) => {
    const parsed = VllmBody.safeParse(JSON.parse(body)).data;
    if (!parsed || parsed.model !== MODEL) return null;
    const text = 'input' in parsed ? parsed.input[0] : pictureIn(parsed.messages[0].content[0].image_url.url);
    return { text, encoding: parsed.encoding_format };
  };
  const wrap = (data: unknown) => ({ object: 'list', model: MODEL, data: [{ index: 0, object: 'pooling', data }] });
  return start({ models: 'GET /v1/models', target: 'POST /pooling', route, wrap }, 'vllm', behaviour);
}

export function startInfinity(behaviour: Behaviour = {}): Promise<PageServerStandIn> {
  const { prefix = '' } = behaviour;
  const route: Route = ({ body }) => {
    const parsed = InfinityBody.safeParse(JSON.parse(body)).data;
    if (!parsed || parsed.model !== MODEL) return null;
    const [input] = parsed.input;
    return { text: parsed.modality === 'image' ? pictureIn(input) : input, encoding: parsed.encoding_format };
  };
  const wrap = (embedding: unknown) => ({
    object: 'list',
    model: MODEL,
    data: [{ index: 0, object: 'embedding', embedding }],
  });
  const paths = { models: `GET ${prefix}/models`, target: `POST ${prefix}/embeddings` };
  return start({ ...paths, route, wrap }, 'infinity', behaviour);
}
