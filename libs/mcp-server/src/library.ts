import {
  ArbiterError,
  compareCodeUnits,
  documentUrl,
  listCollections,
  listDocuments,
  listDomains,
  type AnyOperation,
  type CitedPlace,
  type DocumentSummary,
  type OperationEvent,
  type OperationOutput,
  type OperationRequest,
} from '@arbiter/contracts';
import type { CallOptions, OperationCaller } from './operation-calls.js';
import { formatDocumentUri } from './resources/resource-uris.js';

/** Documents per page where all are looked through: a page must fit into a message of any transport. */
const PAGE_SIZE = 200;

export interface ProgressNotice {
  /** For people. */
  readonly message: string;
  /** How much is done of `total`, where it can be counted. */
  readonly done?: number;
  readonly total?: number;
}

/** Arbiter as one request of a client reaches it. */
export class Library {
  /**
   * @param publicUrl where people reach the console, without a slash at its end; absent: there are no links into it
   * @param report tells the client what happens, where it wants to know
   */
  constructor(
    readonly caller: OperationCaller,
    readonly options: CallOptions,
    private readonly publicUrl?: string,
    private readonly report: (notice: ProgressNotice) => Promise<void> = () => Promise.resolve(),
  ) {}

  ask<O extends AnyOperation>(operation: O, input: OperationRequest<O>): Promise<OperationOutput<O>> {
    return this.caller.request(operation, input, this.options);
  }

  /** As {@link ask}; null for what is not there. */
  async find<O extends AnyOperation>(operation: O, input: OperationRequest<O>): Promise<OperationOutput<O> | null> {
    try {
      return await this.ask(operation, input);
    } catch (error) {
      if (error instanceof ArbiterError && error.code === 'NOT_FOUND') return null;
      throw error;
    }
  }

  /**
   * Runs an operation with events to its end.
   *
   * @param noticeOf makes the client's notice of an event; null for none
   */
  async run<O extends AnyOperation>(
    operation: O,
    input: OperationRequest<O>,
    noticeOf: (event: OperationEvent<O>) => ProgressNotice | null,
    deadline: Pick<CallOptions, 'deadlineMs'> = {},
  ): Promise<OperationOutput<O>> {
    const events = this.caller.stream(operation, input, { ...this.options, ...deadline });
    let ended = false;
    try {
      let next = await events.next();
      while (!next.done) {
        const notice = noticeOf(next.value);
        if (notice) await this.report(notice);
        next = await events.next();
      }
      ended = true;
      return next.value;
    } finally {
      // A client that cannot be told has gone: the operation must not go on without it.
      if (!ended) void events.return(undefined as never).catch(() => undefined);
    }
  }

  async places(): Promise<Places> {
    return new Places((await this.ask(listDomains, {})).domains, this.publicUrl);
  }

  /** Names of the collections, ascending. */
  async collections(): Promise<string[]> {
    const { collections } = await this.ask(listCollections, {});
    return collections.map(({ manifest }) => manifest.name).sort(compareCodeUnits);
  }

  /** The documents of a collection, page by page. */
  documents(collection: string): AsyncGenerator<readonly DocumentSummary[]> {
    return pagesOf(async (from) => {
      const { documents: items, next } = await this.ask(listDocuments, { collection, limit: PAGE_SIZE, ...from });
      return { items, next };
    });
  }
}

/** All pages of a list. */
export async function* pagesOf<T>(
  read: (from: { after?: string }) => Promise<{ readonly items: readonly T[]; readonly next: string | null }>,
): AsyncGenerator<readonly T[], void, undefined> {
  for (let after: string | null | undefined; after !== null;) {
    const page: { readonly items: readonly T[]; readonly next: string | null } = await read(startingAfter(after));
    yield page.items;
    after = page.next;
  }
}

/** Where a page of a list begins; empty for the first one. */
export function startingAfter(after: string | undefined): { after?: string } {
  return after === undefined || after === '' ? {} : { after };
}

/**
 * Which collections a domain has, which domain a collection belongs to, and the addresses that are made of it. A collection
 * of no domain is one by itself.
 */
export class Places {
  constructor(
    private readonly packs: readonly { readonly domain: string; readonly collections: readonly string[] }[],
    private readonly publicUrl: string | undefined,
  ) {}

  domainOf(collection: string): string {
    return this.packs.find(({ collections }) => collections.includes(collection))?.domain ?? collection;
  }

  /** By name, ascending. A name may be that of a domain and of a collection. */
  collectionsOf(name: string): string[] {
    const pack = this.packs.find(({ domain }) => domain === name);
    return [...new Set([...(pack?.collections ?? []), name])].sort(compareCodeUnits);
  }

  /** The document as a resource. */
  uriOf({ collection, source, documentId }: Pick<CitedPlace, 'collection' | 'source' | 'documentId'>): string {
    return formatDocumentUri({ domain: this.domainOf(collection), path: source, id: documentId });
  }

  /** The document, or a span of it, in the console; no field where the operator named no public address (ARBITER_PUBLIC_URL). */
  linkTo(...[documentId, span]: Parameters<typeof documentUrl> extends [string, ...infer Rest] ? Rest : never) {
    return this.publicUrl === undefined ? {} : { url: documentUrl(this.publicUrl, documentId, span) };
  }
}
