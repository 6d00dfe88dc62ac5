import { ArbiterError, type ChangelogEntry, compareCodeUnits, type RelatedFiles } from '@arbiter/contracts';
import type { DomainCatalog, DomainPack } from '../domain-catalog.js';
import type { EmbeddingCache } from '../embedder.js';
import type { FoundItem, SkippedItem, SourceItem, SourceReader } from '../source-reader.js';
import { answer } from './clock.js';

/** The content of a file of an InMemorySourceReader; an error is the rejection of reading it. */
export type InMemoryFile = string | Uint8Array | ArbiterError;

/** Walks files in a map of absolute path to content, which a test may change between walks. */
export class InMemorySourceReader implements SourceReader {
  constructor(
    readonly files = new Map<string, InMemoryFile>(),
    /** Items that a walk of the folder yields, by folder. */
    readonly skipped: ReadonlyMap<string, readonly SkippedItem[]> = new Map(),
    /** Folders that exist even without a file. */
    readonly folders: readonly string[] = [],
  ) {}

  originOf(path: string): string {
    return path.endsWith('/') ? path.slice(0, -1) : path;
  }

  async *walk(path: string, signal: AbortSignal): AsyncIterable<FoundItem> {
    const origin = this.originOf(path);
    const skipped = this.skipped.get(origin) ?? [];
    const leftOut = skipped.map(({ source }) => `${origin}/${source}`);
    const paths = [...this.files.keys()].filter(
      (one) => one === origin || (one.startsWith(`${origin}/`) && !leftOut.some((part) => one.startsWith(part))),
    );
    if (paths.length === 0 && skipped.length === 0 && !this.folders.includes(origin)) {
      throw new ArbiterError('NOT_FOUND', `There is no file or folder at ${path}.`);
    }
    for (const found of paths.sort(compareCodeUnits)) {
      yield await answer(signal, () => this.#itemOf(found, origin));
    }
    for (const one of skipped) yield { skipped: one };
  }

  #itemOf(path: string, origin: string): SourceItem {
    const size = (content: InMemoryFile | undefined): number =>
      content === undefined || content instanceof ArbiterError ? 0 : bytesOf(content).length;
    return {
      source: path === origin ? path.slice(path.lastIndexOf('/') + 1) : path.slice(origin.length + 1),
      origin,
      location: path,
      size: size(this.files.get(path)),
      read: (signal) =>
        answer(signal, () => {
          const content = this.files.get(path);
          if (content === undefined) throw new ArbiterError('NOT_FOUND', `${path} has gone since it was found.`);
          if (content instanceof ArbiterError) throw content;
          return bytesOf(content);
        }),
      related: this.#beside(path),
    };
  }

  #beside(path: string): RelatedFiles {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const names = [...this.files.keys()]
      .filter((one) => one.startsWith(folder) && !one.slice(folder.length).includes('/'))
      .map((one) => one.slice(folder.length))
      .sort(compareCodeUnits);
    return {
      names,
      read: (name, signal) =>
        answer(signal, () => {
          const content = names.includes(name) ? this.files.get(`${folder}${name}`) : undefined;
          if (content === undefined) throw new ArbiterError('NOT_FOUND', `There is no ${name} beside ${path}.`);
          if (content instanceof ArbiterError) throw content;
          return bytesOf(content);
        }),
    };
  }
}

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

export class InMemoryDomainCatalog implements DomainCatalog {
  readonly #packs: ReadonlyMap<string, DomainPack>;

  constructor(
    packs: readonly DomainPack[] = [],
    private readonly changelogs: ReadonlyMap<string, readonly ChangelogEntry[]> = new Map(),
  ) {
    this.#packs = new Map(packs.map((pack) => [pack.config.domain, pack]));
  }

  list(signal: AbortSignal): Promise<readonly DomainPack[]> {
    return answer(signal, () =>
      [...this.#packs.values()].sort((a, b) => compareCodeUnits(a.config.domain, b.config.domain)),
    );
  }

  get(domain: string, signal: AbortSignal): Promise<DomainPack | null> {
    return answer(signal, () => this.#packs.get(domain) ?? null);
  }

  changelog(domain: string, signal: AbortSignal): Promise<readonly ChangelogEntry[]> {
    return answer(signal, () => this.changelogs.get(domain) ?? []);
  }
}

/** Evicts nothing. */
export class InMemoryEmbeddingCache implements EmbeddingCache {
  private readonly kept = new Map<string, Float32Array>();

  read(keys: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
    const known = new Map<string, Float32Array>();
    for (const key of keys) {
      const vector = this.kept.get(key);
      if (vector) known.set(key, vector.slice());
    }
    return Promise.resolve(known);
  }

  write(vectors: ReadonlyMap<string, Float32Array>): Promise<void> {
    for (const [key, vector] of vectors) this.kept.set(key, vector.slice());
    return Promise.resolve();
  }

  forget(keys: readonly string[]): Promise<void> {
    for (const key of keys) this.kept.delete(key);
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.kept.clear();
    return Promise.resolve();
  }
}
