import { FilesystemDomainCatalog } from '@arbiter/adapters-filesystem';
import { openPackParsers, openShippedCode, type PackParserLimits, type ShippedCode } from '@arbiter/adapters-pack-code';
import { ArbiterError } from '@arbiter/contracts';
import type { DocumentParser, DomainPack, PackCode, PackParserModule, ParseRequest } from '@arbiter/ports';
import { parseDocument, type ReadDocument } from './parse-document.js';
import type { ParserRegistry } from './parser-registry.js';

/** Where packs are, and whose code runs. */
export interface PackSettings {
  /** The first before the others; each holds packs, or is one. */
  readonly folders: readonly string[];
  /** Of the packs that come with the software: their code runs if it is unchanged. */
  readonly shipped: string;
  /** Whether code of other packs runs. */
  readonly allowed: boolean;
}

/** The parsers of a pack. They read documents of its collections only. */
export interface ParsersOfPack {
  readonly collections: readonly string[];
  readonly parsers: readonly DocumentParser[];
}

/** What reads the documents of a collection. */
export interface DocumentReader {
  readonly parsers: ParserRegistry;
  /** Reads a document with the parser of its content. A malicious document must not stop this process. */
  readonly read: (request: ParseRequest) => Promise<ReadDocument>;
}

/** @returns the reader of a collection: the given one, or that with the parsers of its pack before the others */
export function readersByCollection(
  own: DocumentReader,
  packs: readonly ParsersOfPack[] = [],
): (collection: string) => DocumentReader {
  const readers = packs.map(({ collections, parsers: first }) => {
    const parsers = own.parsers.after(first);
    // Those of packs have threads of their own.
    const read: DocumentReader['read'] = (request) =>
      first.some((parser) => parser === parsers.parserOf(request.name))
        ? parseDocument(request, parsers)
        : own.read(request);
    return { collections, reader: { parsers, read } };
  });
  return (collection) => readers.find(({ collections }) => collections.includes(collection))?.reader ?? own;
}

/** Opens the parsers of all packs; their threads are started by their first documents. */
export async function openParsersOfPacks(
  { folders, shipped, allowed }: PackSettings,
  limits: PackParserLimits,
): Promise<{ readonly packs: readonly ParsersOfPack[]; close(): Promise<void> }> {
  // Code is not read anew while a process runs, as the documents of a pack are.
  const installed = await new FilesystemDomainCatalog(folders)
    .list(new AbortController().signal)
    .catch((): DomainPack[] => []);
  const closers: (() => Promise<void>)[] = [];
  const packs: ParsersOfPack[] = [];
  const withParsers = installed.filter(({ code }) => code && code.parsers.length > 0);
  const known = withParsers.length === 0 ? [] : await openShippedCode(shipped);
  for (const { code, collections, config } of withParsers) {
    const trusted = code && (allowed ? code : await asShipped(code, known));
    if (trusted) {
      const opened = openPackParsers(trusted, config.version, limits);
      packs.push({ collections, parsers: opened.parsers });
      closers.push(() => opened.close());
    } else packs.push({ collections, parsers: (code?.parsers ?? []).map((one) => new ForbiddenParser(one, config)) });
  }
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0)) await closer();
  };
  return { packs, close };
}

/** @returns undefined for code that did not come with the software, or has been changed */
async function asShipped(code: PackCode, shipped: readonly ShippedCode[]): Promise<PackCode | undefined> {
  for (const one of shipped) if (await one.matches(code)) return { ...code, digests: one.digests };
  return undefined;
}

/** Says of each document why it is not read, where leaving it out would pass for having read it. */
class ForbiddenParser implements DocumentParser {
  readonly name: string;
  readonly mediaType: string;
  readonly extensions: readonly string[];

  constructor(
    declared: PackParserModule,
    private readonly pack: Pick<DomainPack['config'], 'domain'>,
  ) {
    ({ name: this.name, mediaType: this.mediaType, extensions: this.extensions } = declared);
  }

  parse({ name }: { readonly name: string }): Promise<never> {
    const message =
      `${name} is read by code of the domain "${this.pack.domain}", ` +
      'which runs only with --allow-pack-code, or ARBITER_ALLOW_PACK_CODE=true.';
    return Promise.reject(new ArbiterError('INVALID_REQUEST', message, { details: { name } }));
  }
}
