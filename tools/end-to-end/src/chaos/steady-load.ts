import { Answer, Problem } from '@arbiter/contracts';

/** One request as its client saw it; times are monotonic milliseconds. */
export interface Outcome {
  readonly call: string;
  readonly startedAt: number;
  readonly endedAt: number;
  /** `OK`, a code of the error table, `DEGRADED <arms>`, or one of {@link UNTYPED}. */
  readonly code: string;
}

/** What no client should ever see: no answer at all, and an error that is none of the table. */
export const UNTYPED = { hang: 'HANG', connection: 'CONNECTION', other: 'UNTYPED' } as const;

/** Told to the server: by then it answers, if only that it could not. */
const DEADLINE_MS = 20_000;
/** A server that says nothing for so long after the deadline hangs; a busy machine takes its time. */
const HANG_MS = DEADLINE_MS + 10_000;
/** Of a client between two of its requests. */
const PAUSE_MS = 20;

/** @returns the code of the outcome; never throws */
export type ClientCall = () => Promise<string>;

/**
 * Clients that send one request after the other until they are told to stop.
 *
 * @example
 * const load = new SteadyLoad({ documents: () => callDoors(urls, '/v1/documents') }, 4);
 * await delay(1_000);
 * const outcomes = await load.stop();
 */
export class SteadyLoad {
  readonly outcomes: Outcome[] = [];
  private stopped = false;
  private readonly clients: Promise<unknown>;

  constructor(calls: Readonly<Record<string, ClientCall>>, clients: number) {
    const named = Object.entries(calls);
    this.clients = Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        for (let n = client; !this.stopped; n += 1) {
          const [call, send] = named[n % named.length] ?? ['', () => Promise.resolve('')];
          const startedAt = performance.now();
          const code = await send();
          this.outcomes.push({ call, startedAt, endedAt: performance.now(), code });
          await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
        }
      }),
    );
  }

  /** @returns all outcomes, once every request has one */
  async stop(): Promise<readonly Outcome[]> {
    this.stopped = true;
    await this.clients;
    return this.outcomes;
  }
}

/** Requests to two doors, as a load balancer passes them on: in turns, and at the other door when a connection breaks. */
export class Doors {
  private turn = 0;
  /** Requests that were sent once more. */
  repeated = 0;

  constructor(private readonly urls: readonly string[]) {}

  async call(path: string, json?: unknown): Promise<string> {
    // Of this request alone: others take turns meanwhile, and the second try must go to the other door.
    const turn = (this.turn += 1);
    for (let attempt = 0; ; attempt += 1) {
      const url = this.urls[(turn + attempt) % this.urls.length] ?? '';
      const code = await callOnce(`${url}${path}`, json);
      if (code !== UNTYPED.connection || attempt + 1 >= this.urls.length) return code;
      this.repeated += 1;
    }
  }
}

async function callOnce(url: string, json: unknown): Promise<string> {
  const signal = AbortSignal.timeout(HANG_MS);
  const headers = { 'content-type': 'application/json', 'arbiter-deadline-ms': `${DEADLINE_MS}` };
  try {
    const body = json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) };
    const response = await fetch(url, { ...body, headers, signal });
    return codeOf(response, await response.text());
  } catch {
    return signal.aborted ? UNTYPED.hang : UNTYPED.connection;
  }
}

function codeOf(response: Response, text: string): string {
  try {
    const parsed: unknown = JSON.parse(text);
    if (!response.ok) return Problem.parse(parsed).code;
    const answer = Answer.safeParse(parsed);
    const left = answer.success ? answer.data.degraded : (response.headers.get('arbiter-degraded') ?? '').split(',');
    const degraded = left.map((part) => part.trim()).filter((part) => part !== '');
    return degraded.length === 0 ? 'OK' : `DEGRADED ${degraded.join(',')}`;
  } catch {
    return UNTYPED.other;
  }
}
