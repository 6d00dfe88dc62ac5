import type { IngestionSource } from '@arbiter/contracts';
import type { FoundItem, LoadContext, SourceLoader } from '@arbiter/ports';

type Kind = IngestionSource['kind'];
type SourceOf<K extends Kind> = Extract<IngestionSource, { kind: K }>;

/** A loader for each kind of source that a job may name. */
export type SourceLoaders = { readonly [K in Kind]: SourceLoader<SourceOf<K>> };

/** @returns as `SourceLoader.originOf` of the source's own loader */
export function originOf(source: IngestionSource, loaders: SourceLoaders): string | null {
  return loaderOf(source, loaders).originOf(source);
}

/** @returns the origin of its documents, whether or not they go when they are no longer listed; null where there is none */
export function documentOriginOf(source: IngestionSource, loaders: SourceLoaders): string | null {
  const loader = loaderOf(source, loaders);
  return loader.keptOriginOf?.(source) ?? loader.originOf(source);
}

/** @returns as `SourceLoader.list` of the source's own loader */
export function listItems(
  source: IngestionSource,
  loaders: SourceLoaders,
  context: LoadContext,
  signal: AbortSignal,
): AsyncIterable<FoundItem> {
  return loaderOf(source, loaders).list(source, context, signal);
}

function loaderOf({ kind }: IngestionSource, loaders: SourceLoaders): SourceLoader<IngestionSource> {
  return loaders[kind];
}

/** How much of a source is taken. All in bytes. */
export interface LoadLimits {
  /** Of one file, and of one entry of an archive when it is unpacked. */
  readonly fileBytes: number;
  /** Of an archive when it is unpacked, together with the archives inside it. */
  readonly archiveBytes: number;
}
