import { realpath } from 'node:fs/promises';
import { basename, isAbsolute, join, posix, resolve } from 'node:path';
import {
  ArbiterError,
  CollectionName,
  DomainConfig,
  DomainSources,
  type IngestionSource,
  type RefreshInterval,
} from '@arbiter/contracts';
import type { DomainPack } from '@arbiter/ports';
import { fromFilesystemError, hasCode } from '../filesystem-error.js';
import { isInside } from '../paths.js';
import { nullWhenMissing } from '../read-text-file.js';
import { readJsonFile } from './read-json-file.js';
import { readPackCode } from './read-pack-code.js';
import { readPrompts } from './read-prompts.js';

export const CONFIG_FILE = 'config.json';
const SOURCES_FILE = 'sources.json';
/** Ingested where a pack has no sources.json. */
const DOCUMENTS_FOLDER = 'documents';
/** Records of sessions, which a pack's sources need not name: they go where the documents go. */
const SESSIONS_FOLDER = 'sessions';

/**
 * Reads the domain pack in a folder: `config.json`, the sources to ingest, `prompts/*.md`, and the place of its code.
 *
 * @returns null when the folder holds no `config.json`
 * @throws ArbiterError INVALID_REQUEST for a broken pack, naming file, field and fix; FORBIDDEN when a file may not be read
 */
export async function readDomainPack(folder: string, signal: AbortSignal): Promise<DomainPack | null> {
  signal.throwIfAborted();
  const name = basename(resolve(folder));
  const configPath = join(folder, CONFIG_FILE);
  const config = await readJsonFile(configPath, join(name, CONFIG_FILE), DomainConfig);
  if (config === null) return null;

  const configured = config.vectorDatabase.collections ?? [];
  const first = configured[0] ?? config.domain;
  const sources: DomainPack['sources'][number][] = [];
  const collectionFor = (source: RoutedSource): string =>
    source.type === undefined ? first : collectionOf(config.domain, source.type, source);
  const named = await readSources(folder, name, config);
  for (const file of named.files) {
    signal.throwIfAborted();
    const { include, exclude, prefer } = file;
    const path = await pathInside(folder, file);
    const source = {
      kind: 'path' as const,
      path,
      ...(include && { include }),
      ...(exclude && { exclude }),
      ...(prefer && { prefer }),
    };
    sources.push({ source, collection: collectionFor(file) });
  }
  const sessions = await sessionsFolder(folder, name, named);
  if (sessions !== null)
    sources.push({ source: { kind: 'path', path: sessions }, collection: sources[0]?.collection ?? first });
  for (const remote of named.remote) {
    const { source, refresh } = remote;
    sources.push({ source, collection: collectionFor(remote), ...(refresh !== undefined && { refresh }) });
  }
  const used = sources.map(({ collection }) => collection);
  const collections = [...new Set([...configured, ...used])];
  const prompts = await readPrompts(folder, name, signal);
  const code = await readPackCode(folder, join(name, CONFIG_FILE), config);
  const held = collections.length > 0 ? collections : [first];
  return { config, collections: held, sources, prompts, ...(code && { code }) };
}

/** Where a pack names a source, and what type it gives it. */
interface RoutedSource {
  readonly type?: string | undefined;
  readonly file: string;
  /** Of its address; the type stands beside it. */
  readonly field: string;
}

interface NamedPath extends RoutedSource {
  readonly path: string;
  readonly include?: string[] | undefined;
  readonly exclude?: string[] | undefined;
  readonly prefer?: string[] | undefined;
}

interface NamedSources {
  readonly files: readonly NamedPath[];
  readonly remote: readonly (RoutedSource & RemoteSource)[];
}

async function readSources(folder: string, name: string, config: DomainConfig): Promise<NamedSources> {
  const configured = config.ingestion.sources;
  const named = { path: configured ?? SOURCES_FILE, file: join(name, CONFIG_FILE), field: 'ingestion.sources' };
  if (configured === undefined) {
    const there = await nullWhenMissing(() => realpath(join(folder, SOURCES_FILE)));
    if (there === null) return { files: await defaultSources(folder, name), remote: [] };
  }
  const path = await pathInside(folder, named);
  const file = join(name, named.path);
  const sources = await readJsonFile(path, file, DomainSources);
  if (sources === null) return { files: [], remote: [] };
  return {
    files: sources.files.map((source, index) => ({ ...source, file, field: `files.${index}.path` })),
    remote: remoteSources(sources, config.ingestion.parsers).map((source) => ({ ...source, file })),
  };
}

async function defaultSources(folder: string, name: string): Promise<NamedPath[]> {
  const there = await nullWhenMissing(() => realpath(join(folder, DOCUMENTS_FOLDER)));
  if (there === null) return [];
  return [{ path: DOCUMENTS_FOLDER, file: join(name, SOURCES_FILE), field: 'files' }];
}

/** @returns null where there is none, or where the sources name it or a part of it */
async function sessionsFolder(folder: string, name: string, { files }: NamedSources): Promise<string | null> {
  if (files.some(({ path }) => posix.normalize(path).split('/')[0] === SESSIONS_FOLDER)) return null;
  const there = await nullWhenMissing(() => realpath(join(folder, SESSIONS_FOLDER)));
  return there && pathInside(folder, { path: SESSIONS_FOLDER, file: join(name, SOURCES_FILE), field: 'sessions' });
}

function collectionOf(domain: string, type: string, { file, field }: RoutedSource): string {
  const collection = CollectionName.safeParse(`${domain}_${type}`);
  if (collection.success) return collection.data;
  const typeField = field.replace(/(?:path|url)$/, 'type');
  throw new ArbiterError(
    'INVALID_REQUEST',
    `${file}: "${typeField}" is "${type}", but a type becomes part of a collection's name and may hold only letters, digits, ".", "_" and "-".`,
    { details: { file, field: typeField }, cause: collection.error },
  );
}

/** @returns the real, absolute path; a pack reaches nothing outside its folder, whatever links it holds */
async function pathInside(folder: string, { path, file, field }: NamedPath): Promise<string> {
  const fail = (what: string, cause?: unknown): ArbiterError =>
    new ArbiterError('INVALID_REQUEST', `${file}: "${field}" is "${path}", ${what}`, {
      details: { file, field },
      cause,
    });
  const outside = 'which lies outside the pack. Name a file or folder inside it, by a path relative to the pack.';
  if (path.includes('\0')) throw fail('which is no path.');
  const root = await realpath(folder);
  if (isAbsolute(path) || !isInside(root, resolve(root, path))) throw fail(outside);
  try {
    const real = await realpath(resolve(root, path));
    if (!isInside(root, real)) throw fail(outside);
    return real;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) throw fail('which is not there. Correct the path, or put the file there.', error);
    throw fromFilesystemError(error, join(basename(root), path), 'source');
  }
}

/** A source of a pack that lies outside of it. */
interface RemoteSource {
  readonly source: IngestionSource;
  /** Which collection it belongs to. */
  readonly type?: string | undefined;
  /** How often it is read again; only when the pack is ingested where it is absent. */
  readonly refresh?: RefreshInterval | undefined;
  /** Where its address stands in `sources.json`. */
  readonly field: string;
}

/**
 * What a pack names in repositories and on the web.
 *
 * @param parsers as in `config.json`; what they turn off (`"web": false`) is not read
 */
function remoteSources(
  { git, web, feeds, pdfs }: DomainSources,
  parsers: DomainConfig['ingestion']['parsers'],
): RemoteSource[] {
  return [
    ...git.map(({ url, type, refresh, ...rest }, index) => ({
      source: { kind: 'git' as const, repository: url, ...rest },
      type,
      refresh,
      field: `git.${index}.url`,
    })),
    ...(parsers.web === false ? [] : web).map((each, index) => ({
      source: sourceOnWeb(each),
      type: each.type,
      refresh: each.refresh,
      field: `web.${index}.url`,
    })),
    ...(parsers.web === false ? [] : feeds).map(({ url, type, refresh }, index) => ({
      source: { kind: 'feed' as const, url },
      type,
      refresh,
      field: `feeds.${index}.url`,
    })),
    ...(parsers.pdf === false ? [] : pdfs).map((each, index) => ({
      source: sourceOnWeb(each),
      type: each.type,
      refresh: each.refresh,
      field: `pdfs.${index}.url`,
    })),
  ];
}

function sourceOnWeb({ url, name = '', site }: DomainSources['web'][number]): IngestionSource {
  if (site !== undefined) return { kind: 'site', url, ...(site !== true && site) };
  return { kind: 'url', url, ...(name !== '' && { title: name }) };
}
