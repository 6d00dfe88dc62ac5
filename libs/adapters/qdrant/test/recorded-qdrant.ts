import { startHttpStandIn, type HttpStandIn, type ReceivedRequest } from '@arbiter/testing';
import type { Schemas } from '@qdrant/js-client-rest';
import { REQUEST_BODIES } from './vendor-schema.js';

export interface RecordedRequest {
  /** Method and path, decoded. */
  readonly target: string;
  readonly body: unknown;
}

/** What a recorded Qdrant holds and finds. */
export interface RecordedState {
  readonly collections?: readonly string[];
  readonly aliases?: Schemas['AliasDescription'][];
  /** Payload of the commit record; without it the collection is not there. */
  readonly record?: Readonly<Record<string, unknown>>;
  readonly points?: Schemas['ScoredPoint'][];
  /** In the order in which they are asked for; the last one stays. */
  readonly statuses?: readonly Schemas['CollectionStatus'][];
}

const APPLIED: Schemas['UpdateResult'] = { operation_id: 1, status: 'completed' };

/** Answers as Qdrant's API does, from a fixed state, and refuses what its published schema has not. */
export class RecordedQdrant {
  readonly requests: RecordedRequest[] = [];
  private readonly statuses: Schemas['CollectionStatus'][];

  private constructor(private readonly state: RecordedState) {
    this.statuses = [...(state.statuses ?? ['green'])];
  }

  static async start(state: RecordedState = {}): Promise<RecordedQdrant & HttpStandIn> {
    const recorded = new RecordedQdrant(state);
    const server = await startHttpStandIn((request, answer) => {
      const [status, body] = recorded.answer(request);
      return answer.json(status, body);
    });
    return Object.assign(recorded, server);
  }

  /** The bodies of all requests so far whose target begins so. */
  bodies(target: string): unknown[] {
    return this.requests.filter((request) => request.target.startsWith(target)).map(({ body }) => body);
  }

  private answer({ target: encoded, body: text }: ReceivedRequest): [number, unknown] {
    const target = decodeURIComponent(encoded);
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    this.requests.push({ target, body });
    const [method, path = ''] = encoded.split(' ');
    const known = REQUEST_BODIES.find(([wanted, pattern]) => wanted === method && pattern.test(path));
    if (!known) return [404, { status: { error: `${target} is not part of the API that is used` } }];
    const checked = known[2]?.safeParse(body);
    if (checked ? !checked.success : body !== undefined)
      return [400, { status: { error: `Format error in JSON body of ${target}: ${String(checked?.error)}` } }];
    const result = this.resultOf(method ?? '', path);
    return result === undefined
      ? [404, { status: { error: "Not found: Collection doesn't exist!" }, time: 0 }]
      : [200, { result, status: 'ok', time: 0 }];
  }

  private resultOf(method: string, path: string): unknown {
    const { record, points = [], collections = [], aliases = [] } = this.state;
    if (path === '/aliases') return { aliases } satisfies Schemas['CollectionsAliasesResponse'];
    if (path === '/collections') return { collections: collections.map((name) => ({ name })) };
    if (path.endsWith('/points/query')) return { points } satisfies Schemas['QueryResponse'];
    if (path.endsWith('/points/scroll')) return { points, next_page_offset: null } satisfies Schemas['ScrollResult'];
    if (path.endsWith('/points/count')) return { count: points.length } satisfies Schemas['CountResult'];
    if (path.endsWith('/points')) return record && [{ id: 0, payload: record }];
    if (path.endsWith('?wait=true')) return APPLIED;
    if (method === 'GET') return { status: this.statuses.length > 1 ? this.statuses.shift() : this.statuses[0] };
    return true;
  }
}
