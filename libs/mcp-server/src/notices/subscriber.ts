import type { Notification, ServerEvent } from '@modelcontextprotocol/server';
import { invalidParams, type CallOrigin } from '../operation-calls.js';
import type { LibraryWatch, Watching } from './library-watch.js';

/** Each is looked at whenever the library changes. */
export const MAX_SUBSCRIPTIONS = 100;

const METHODS: Readonly<Record<ServerEvent['kind'], string>> = {
  tools_list_changed: 'notifications/tools/list_changed',
  prompts_list_changed: 'notifications/prompts/list_changed',
  resources_list_changed: 'notifications/resources/list_changed',
  resource_updated: 'notifications/resources/updated',
};

/** A client that holds a connection or a session: told of changes while it listens or has subscribed to a resource. */
export class Subscriber {
  private readonly uris = new Set<string>();
  private isListening = false;
  private watching: Watching | null = null;

  constructor(
    private readonly watch: LibraryWatch,
    private readonly origin: CallOrigin | undefined,
    private readonly send: (notice: Notification) => void,
  ) {}

  /** @param isListening whether the client has a way to be told of */
  listen(isListening: boolean): void {
    this.isListening = isListening;
    this.turn();
  }

  /** @throws ProtocolError invalid params for one too many */
  async subscribe(uri: string): Promise<void> {
    if (this.uris.size >= MAX_SUBSCRIPTIONS && !this.uris.has(uri))
      throw invalidParams(`A client subscribes to ${MAX_SUBSCRIPTIONS} resources at most.`);
    this.uris.add(uri);
    this.turn();
    // What changes from the answer on is told.
    await this.watching?.look();
  }

  unsubscribe(uri: string): void {
    this.uris.delete(uri);
    this.turn();
  }

  /** In place of all subscriptions before. */
  replace(uris: Iterable<string>): void {
    this.uris.clear();
    for (const uri of uris) this.uris.add(uri);
    this.turn();
  }

  close(): void {
    this.isListening = false;
    this.replace([]);
  }

  private turn(): void {
    const isWanted = this.isListening || this.uris.size > 0;
    if (isWanted) {
      const tell = (change: ServerEvent): void => this.tell(change);
      this.watching ??= this.watch.watch({ origin: this.origin, uris: this.uris, tell });
    } else {
      this.watching?.stop();
      this.watching = null;
    }
  }

  private tell(change: ServerEvent): void {
    const params = change.kind === 'resource_updated' ? { params: { uri: change.uri } } : {};
    this.send({ method: METHODS[change.kind], ...params });
  }
}
