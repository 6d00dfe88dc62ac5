import type { IngestionSource } from '@arbiter/contracts';
import type { FoundItem, LoadContext, SourceLoader } from '@arbiter/ports';

type Kind = IngestionSource['kind'];
type SourceOf<K extends Kind> = Extract<IngestionSource, { kind: K }>;

/** One loader for each kind of source. */
export type SourceLoaders = { readonly [K in Kind]: SourceLoader<SourceOf<K>> };

/** @returns as `SourceLoader.originOf` of the source's loader */
export function originOf(source: IngestionSource, loaders: SourceLoaders): string | null {
  return loaderOf(source, loaders).originOf(source);
}

/** @returns the origin of its documents, whether or not they are deleted once unlisted; null if there is none */
export function documentOriginOf(source: IngestionSource, loaders: SourceLoaders): string | null {
  const loader = loaderOf(source, loaders);
  return loader.keptOriginOf?.(source) ?? loader.originOf(source);
}

/** @returns as `SourceLoader.list` of the source's loader */
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

/** Size limits of a source, in bytes. */
export interface LoadLimits {
  /** Of one file, or of one unpacked entry of an archive. */
  readonly fileBytes: number;
  /** Of an unpacked archive, including nested archives. */
  readonly archiveBytes: number;
}
