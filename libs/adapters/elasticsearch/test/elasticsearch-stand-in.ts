import { startHttpStandIn, type HttpStandIn, type ReceivedRequest, type StandInAnswer } from '@arbiter/testing';
import { BulkAction, BulkDocument, ENDPOINTS, type Endpoint } from './api-schema.js';

/** How a stand-in deals with one request instead of answering it as usual. */
export type Fault =
  | 'cut'
  | 'hang'
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> };

/** A request that was taken in. */
export interface SeenRequest {
  /** Of the endpoint, such as `search`. */
  readonly name: string;
  readonly headers: ReceivedRequest['headers'];
  readonly body: string;
}

const PRODUCT = { 'x-elastic-product': 'Elasticsearch' };
const shards = { total: 1, successful: 1, skipped: 0, failed: 0 };

/** The answers of a server with one collection `c` that holds nothing, in the shapes of the published specification. */
const ANSWERS: Readonly<Record<string, (body: string) => unknown>> = {
  info: () => ({
    name: 'stand-in',
    cluster_name: 'stand-in',
    cluster_uuid: '_na_',
    version: { number: '8.19.2', build_flavor: 'default' },
    tagline: 'You Know, for Search',
  }),
  'cluster.health': () => ({ cluster_name: 'stand-in', status: 'green', timed_out: false, number_of_nodes: 1 }),
  'indices.get_mapping': () => ({ 'kb.c@1': { mappings: { _meta: { collection: 'c', mapping_version: 1 } } } }),
  'indices.get': () => ({ 'kb.c@1': { aliases: { 'kb.c': {} } } }),
  'indices.create': () => ({ acknowledged: true, shards_acknowledged: true, index: 'kb.c@1' }),
  'indices.delete': () => ({ acknowledged: true }),
  'indices.refresh': () => ({ _shards: shards }),
  'indices.flush': () => ({ _shards: shards }),
  'indices.forcemerge': () => ({ _shards: shards }),
  count: () => ({ count: 0, _shards: shards }),
  search: (body) => ({
    took: 1,
    timed_out: false,
    _shards: shards,
    hits: { total: { value: 0, relation: 'eq' }, max_score: null, hits: [] },
    ...('aggs' in JSON.parse(body) && { aggregations: { documents: { buckets: [] }, holders: { buckets: [] } } }),
  }),
  bulk: (body) => ({ took: 1, errors: false, items: operationsOf(body).map((kind) => ({ [kind]: { status: 200 } })) }),
};

/** An HTTP server that takes the requests of the published specification, and no others. */
export class ElasticsearchStandIn {
  readonly seen: SeenRequest[] = [];
  /** Requests that the specification does not have. */
  readonly violations: string[] = [];
  private readonly faults = new Map<string, Fault[]>();
  private http!: HttpStandIn;

  static async start(): Promise<ElasticsearchStandIn> {
    const standIn = new ElasticsearchStandIn();
    standIn.http = await startHttpStandIn((request, answer) => standIn.take(request, answer));
    return standIn;
  }

  get url(): string {
    return this.http.url;
  }

  /** The next requests to an endpoint are dealt with so, one after the other. */
  next(name: string, ...faults: readonly Fault[]): void {
    this.faults.set(name, [...(this.faults.get(name) ?? []), ...faults]);
  }

  bodies(name: string): string[] {
    return this.seen.filter((request) => request.name === name).map(({ body }) => body);
  }

  untilAbandoned(count: number): Promise<void> {
    return this.http.untilAbandoned(count);
  }

  close(): Promise<void> {
    return this.http.close();
  }

  private async take(request: ReceivedRequest, answer: StandInAnswer): Promise<void> {
    const [target = '', query = ''] = decodeURIComponent(request.target).split('?');
    const endpoint = ENDPOINTS.find((one) => one.target.test(target));
    const problem = endpoint ? problemOf(endpoint, new URLSearchParams(query), request.body) : 'no such endpoint';
    if (!endpoint || problem !== null) {
      this.violations.push(`${target}: ${problem}`);
      await answer.json(400, { error: { type: 'illegal_argument_exception', reason: problem }, status: 400 }, PRODUCT);
      return;
    }
    this.seen.push({ name: endpoint.name, headers: request.headers, body: request.body });
    const fault = this.faults.get(endpoint.name)?.shift();
    if (fault === 'cut' || fault === 'hang') await answer.stream('application/json', '', fault);
    else if (fault) await answer.json(fault.status, fault.body ?? {}, { ...PRODUCT, ...fault.headers });
    else await answer.json(200, ANSWERS[endpoint.name]?.(request.body), PRODUCT);
  }
}

/** @returns null when the request is one of the specification */
function problemOf(endpoint: Endpoint, query: URLSearchParams, body: string): string | null {
  const parameters = endpoint.query.safeParse(Object.fromEntries(query));
  if (!parameters.success) return `query string: ${parameters.error.message}`;
  if (endpoint.body === 'none') return body === '' ? null : 'a body where there is none';
  if (endpoint.body === 'ndjson') return bulkProblem(body);
  const parsed = endpoint.body.safeParse(JSON.parse(body));
  return parsed.success ? null : `body: ${parsed.error.message}`;
}

function bulkProblem(body: string): string | null {
  if (!body.endsWith('\n')) return 'a bulk body that does not end with a line break';
  const lines = body.slice(0, -1).split('\n');
  for (let i = 0; i < lines.length; i++) {
    const action = BulkAction.safeParse(JSON.parse(lines[i] ?? 'null'));
    if (!action.success) return `operation: ${action.error.message}`;
    if ('delete' in action.data) continue;
    const document = BulkDocument.safeParse(JSON.parse(lines[++i] ?? 'null'));
    if (!document.success) return `document: ${document.error.message}`;
  }
  return null;
}

/** The kinds of the operations of a valid bulk body, in order. */
export function operationsOf(body: string): string[] {
  const kinds: string[] = [];
  const lines = body.trimEnd().split('\n');
  for (let i = 0; i < lines.length; i++) {
    const kind = lines[i]?.startsWith('{"index"') ? 'index' : 'delete';
    kinds.push(kind);
    if (kind === 'index') i++;
  }
  return kinds;
}
