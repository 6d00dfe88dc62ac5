import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server';
import type { CallOrigin } from '../operation-calls.js';
import type { LibraryWatch } from './library-watch.js';

interface Listening {
  readonly origin: CallOrigin;
  readonly client: string | null;
  readonly uris: readonly string[];
}

/** Of one client, where clients are told apart. */
const MAX_STREAMS_OF_CLIENT = 100;

/**
 * The streams of clients of revision 2026-07-28 (`subscriptions/listen`). The SDK knows one bus for all of them, yet each is told
 * only of what its caller reaches: a stream finds the request that it is made for in the asynchronous context.
 */
export class ListenStreams implements ServerEventBus {
  private readonly context = new AsyncLocalStorage<Listening>();
  private readonly open = new Map<string, number>();

  constructor(private readonly watch: LibraryWatch) {}

  /** Runs what may open a stream. */
  within<T>(listening: Listening, work: () => T): T {
    return this.context.run(listening, work);
  }

  isFull(client: string | null): boolean {
    return client !== null && (this.open.get(client) ?? 0) >= MAX_STREAMS_OF_CLIENT;
  }

  publish(): void {
    // Nothing but the library itself is told of.
  }

  subscribe(tell: (change: ServerEvent) => void): () => void {
    const listening = this.context.getStore();
    if (!listening) return () => undefined;
    const { client } = listening;
    this.count(client, 1);
    const watching = this.watch.watch({ ...listening, tell });
    return () => {
      this.count(client, -1);
      watching.stop();
    };
  }

  private count(client: string | null, by: number): void {
    if (client === null) return;
    const open = (this.open.get(client) ?? 0) + by;
    if (open > 0) this.open.set(client, open);
    else this.open.delete(client);
  }
}

/** What a message to listen subscribes to; null for any other message. */
export function subscribedBy(body: unknown): readonly string[] | null {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { notifications?: unknown } | null };
  if (method !== 'subscriptions/listen') return null;
  const { resourceSubscriptions } = (params?.notifications ?? {}) as { resourceSubscriptions?: unknown };
  return Array.isArray(resourceSubscriptions) ? resourceSubscriptions.filter((uri) => typeof uri === 'string') : [];
}

/** Whether a request of these asks for a stream of changes, which has no end of its own. */
export function isEndless(method: string, body: unknown): boolean {
  return method === 'GET' || subscribedBy(body) !== null;
}
