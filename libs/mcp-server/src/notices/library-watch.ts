import { setTimeout as delay } from 'node:timers/promises';
import { identityOf } from '@arbiter/contracts';
import type { ServerEvent } from '@modelcontextprotocol/server';
import { Library } from '../library.js';
import type { CallOrigin, OperationCaller } from '../operation-calls.js';
import { stateOfLibrary, stateOfPrompts, stateOfResource, type LibraryState } from './library-state.js';

/** How often the library is looked at while somebody wants to be told, in milliseconds. */
const EVERY_MS = 2_000;
/** For one look, in milliseconds. */
const LOOK_MS = 10_000;

export interface Watcher {
  /** Whose request wants it: only what that caller reaches is looked at. */
  readonly origin?: CallOrigin | undefined;
  /** The resources whose changes are told; the library's are always. */
  readonly uris: Iterable<string>;
  readonly tell: (change: ServerEvent) => void;
}

export interface Watching {
  /** Until the library has been seen as it is now, with the resources that the watcher has now. */
  look(): Promise<void>;
  stop(): void;
}

export interface WatchOptions {
  readonly caller: OperationCaller;
  /** Told of looks that failed; the next one makes up for it. */
  readonly onError: (error: unknown) => void;
  readonly everyMs?: number;
}

/**
 * Tells what has changed in the library, in whichever process it was changed. Callers see different parts of it, so each has a
 * view; a view is looked at while it has watchers, and not otherwise.
 */
export class LibraryWatch {
  private readonly views = new Map<string, View>();

  constructor(private readonly options: WatchOptions) {}

  watch(watcher: Watcher): Watching {
    const { principal = null } = watcher.origin ?? {};
    const key = JSON.stringify(principal && [identityOf(principal), principal.role, principal.groups]);
    const view = this.views.get(key) ?? new View(this.options, watcher.origin);
    this.views.set(key, view);
    view.add(watcher);
    return {
      look: () => view.look(),
      stop: () => {
        if (view.remove(watcher)) this.views.delete(key);
      },
    };
  }

  /** Ends every watch. */
  close(): void {
    for (const view of this.views.values()) view.end();
    this.views.clear();
  }
}

/** The library as one caller sees it. */
class View {
  private readonly watchers = new Set<Watcher>();
  private readonly ended = new AbortController();
  private readonly resources = new Map<string, string | null>();
  private library: LibraryState | null = null;
  private prompts = '';
  /** One look at a time. */
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly options: WatchOptions,
    private readonly origin: CallOrigin | undefined,
  ) {
    void this.keepLooking();
  }

  add(watcher: Watcher): void {
    this.watchers.add(watcher);
    void this.look();
  }

  /** @returns whether it was the last, which ends the view */
  remove(watcher: Watcher): boolean {
    this.watchers.delete(watcher);
    if (this.watchers.size === 0) this.end();
    return this.watchers.size === 0;
  }

  end(): void {
    this.ended.abort();
  }

  look(): Promise<void> {
    this.last = this.last
      .then(() => this.compare())
      .catch((error: unknown) => {
        if (!this.ended.signal.aborted) this.options.onError(error);
      });
    return this.last;
  }

  private async keepLooking(): Promise<void> {
    const { everyMs = EVERY_MS } = this.options;
    const waiting = { signal: this.ended.signal, ref: false };
    while (!this.ended.signal.aborted) {
      await delay(everyMs, undefined, waiting).then(
        () => this.look(),
        () => undefined,
      );
    }
  }

  private async compare(): Promise<void> {
    if (this.ended.signal.aborted) return;
    const library = this.asCaller();
    const [before, now] = [this.library, await stateOfLibrary(library)];
    const isChanged = before === null || !isSame(before, now);
    if (isChanged) {
      const prompts = await stateOfPrompts(library);
      if (before) {
        this.tell({ kind: 'resources_list_changed' });
        // A domain has its tools while one of its collections is there.
        if (before.size !== now.size || [...now.keys()].some((name) => !before.has(name)))
          this.tell({ kind: 'tools_list_changed' });
        if (prompts !== this.prompts) this.tell({ kind: 'prompts_list_changed' });
      }
      this.prompts = prompts;
    }
    await this.compareResources(isChanged, library);
    this.library = now;
  }

  /** A session changes without the library. */
  private async compareResources(isChanged: boolean, library: Library): Promise<void> {
    const uris = new Set([...this.watchers].flatMap((watcher) => [...watcher.uris]));
    for (const uri of this.resources.keys()) if (!uris.has(uri)) this.resources.delete(uri);
    for (const uri of uris) {
      const before = this.resources.get(uri);
      if (before !== undefined && !isChanged && !uri.startsWith('context:')) continue;
      const now = await stateOfResource(uri, library);
      this.resources.set(uri, now);
      if (before !== undefined && before !== now) this.tell({ kind: 'resource_updated', uri });
    }
  }

  private tell(change: ServerEvent): void {
    for (const watcher of this.watchers) {
      if (change.kind === 'resource_updated' && ![...watcher.uris].includes(change.uri)) continue;
      watcher.tell(change);
    }
  }

  private asCaller(): Library {
    const options = { signal: this.ended.signal, deadlineMs: LOOK_MS };
    if (!this.origin) return new Library(this.options.caller, options);
    // The deadline of the request that began it has long passed.
    const { requestId, principal } = this.origin;
    return new Library(this.options.caller, { ...options, origin: { requestId, principal } });
  }
}

function isSame(one: LibraryState, other: LibraryState): boolean {
  return one.size === other.size && [...one].every(([name, state]) => other.get(name) === state);
}
