import { setTimeout as delay } from 'node:timers/promises';
import { Answer, ArbiterError, IngestionJob, Problem, SearchResponse, type QueryRequest } from '@arbiter/contracts';

/** Longest wait for one response: a hang guard, no measure. */
const RESPONSE_MS = 180_000;
const JOB_MS = 300_000;
const JOB_POLL_MS = 100;

export interface HttpReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON. @throws SyntaxError when it is none */
  json(): unknown;
  /** The body as a problem (RFC 9457). @throws ZodError when it is none */
  problem(): Problem;
}

export interface HttpCall {
  readonly method?: string;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is, said to be JSON. */
  readonly bytes?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One HTTP request, the whole of its answer. A body makes it a POST. */
export async function send(url: string, { method, json, bytes, headers = {} }: HttpCall = {}): Promise<HttpReply> {
  const body = bytes ?? (json === undefined ? undefined : JSON.stringify(json));
  const response = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(RESPONSE_MS),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: () => JSON.parse(text) as unknown,
    problem: () => Problem.parse(JSON.parse(text)),
  };
}

/** Asks an orchestrator. @throws ArbiterError with the problem's code when there is no answer */
export async function ask(
  url: string,
  request: Partial<QueryRequest> & Pick<QueryRequest, 'query'>,
  caller: Pick<HttpCall, 'headers'> = {},
): Promise<Answer> {
  return Answer.parse((await succeed(send(`${url}/v1/query`, { ...caller, json: request }))).json());
}

/** Searches by `POST /search`. @throws as {@link ask} */
export async function search(
  url: string,
  request: Readonly<Record<string, unknown>>,
  caller: Pick<HttpCall, 'headers'> = {},
): Promise<SearchResponse> {
  return SearchResponse.parse((await succeed(send(`${url}/search`, { ...caller, json: request }))).json());
}

/** Submits documents and waits until the job has ended. @throws as {@link ask}; DEADLINE_EXCEEDED when it does not end */
export async function ingest(
  url: string,
  collection: string,
  sources: readonly object[],
  { headers = {}, ...extras }: { readonly language?: string } & Pick<HttpCall, 'headers'> = {},
): Promise<IngestionJob> {
  const deadline = AbortSignal.timeout(JOB_MS);
  const json = { collection, sources, ...extras };
  let job = IngestionJob.parse((await succeed(send(`${url}/v1/jobs`, { headers, json }))).json());
  while (job.finishedAt === null) {
    if (deadline.aborted)
      throw new ArbiterError('DEADLINE_EXCEEDED', `Job ${job.id} did not end.`, { details: { job } });
    await delay(JOB_POLL_MS);
    job = IngestionJob.parse((await succeed(send(`${url}/v1/jobs/${job.id}`, { headers }))).json());
  }
  return job;
}

async function succeed(sent: Promise<HttpReply>): Promise<HttpReply> {
  const reply = await sent;
  if (reply.status >= 400) {
    const { code, detail, ...details } = reply.problem();
    throw new ArbiterError(code, detail, { details });
  }
  return reply;
}
