import { posix } from 'node:path';
import type { DomainSources, IngestionSource, RefreshInterval } from '@arbiter/contracts';

/** A source of a pack that lies outside of it. */
export interface RemoteSource {
  readonly source: IngestionSource;
  /** Which collection it belongs to. */
  readonly type?: string | undefined;
  /** How often it is read again; only when the pack is ingested where it is absent. */
  readonly refresh?: RefreshInterval | undefined;
  /** Where its address stands in `sources.json`. */
  readonly field: string;
}

/** The data files of BattleScribe; what else such a repository holds is about how they are made. */
const DATA_FILES = ['*.gst', '*.cat', '*.gstz', '*.catz'];
const DATA_TYPE = 'units';

/**
 * What a pack names in repositories and on the web.
 *
 * @param parsers as in `config.json`; what they turn off (`"web": false`) is not read
 */
export function remoteSources(
  { git, battlescribe, web, feeds, pdfs }: DomainSources,
  parsers: Readonly<Record<string, boolean>>,
): RemoteSource[] {
  return [
    ...git.map(({ url, type, refresh, ...rest }, index) => ({
      source: { kind: 'git' as const, repository: url, ...rest },
      type,
      refresh,
      field: `git.${index}.url`,
    })),
    ...(parsers.battlescribe === false ? [] : battlescribe.repos).map(
      ({ url, branch, catalogPath, type, refresh }, index) => ({
        source: {
          kind: 'git' as const,
          repository: url,
          ...(branch !== undefined && { branch }),
          ...folderOf(catalogPath),
          include: [...DATA_FILES],
        },
        type: type ?? DATA_TYPE,
        refresh,
        field: `battlescribe.repos.${index}.url`,
      }),
    ),
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

function folderOf(catalogPath: string | undefined): { readonly path?: string } {
  const folder = posix.dirname(catalogPath ?? '');
  return folder === '.' ? {} : { path: folder };
}
