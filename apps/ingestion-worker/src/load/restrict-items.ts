import { ACCESS_GROUPS, type IngestionSource, PREFERRED } from '@arbiter/contracts';
import type { FoundItem, LoadContext } from '@arbiter/ports';
import { PathSelection } from './list-sources.js';

/** End the version of a document of which its source says more than its content does: said otherwise, it is another version. */
const PREFERRED_MARK = ' preferred';
const GROUPS_MARK = ' groups:';

/** What a source says of its documents. */
export type SaidOfItems = Pick<IngestionSource, 'groups'> & { readonly prefer?: string[] | undefined };

/** The documents of a source, each with the groups that the source names, and marked if the source prefers its path. */
export async function* restrictItems(items: AsyncIterable<FoundItem>, source: SaidOfItems): AsyncIterable<FoundItem> {
  const { groups } = source;
  const selection = new PathSelection({ prefer: source.prefer });
  for await (const item of items) {
    const isPreferred = 'read' in item && selection.prefers(item.source);
    if (!('read' in item) || (groups === undefined && !isPreferred)) {
      yield item;
      continue;
    }
    const { given, version } = item;
    const said = {
      ...(groups !== undefined && { [ACCESS_GROUPS]: groups }),
      ...(isPreferred && { [PREFERRED]: true }),
    };
    yield {
      ...item,
      given: { title: given?.title ?? null, metadata: { ...given?.metadata, ...said } },
      ...(version !== undefined && { version: `${version}${suffixOf(groups, isPreferred)}` }),
    };
  }
}

/** What a loader is told of the version that is stored: the version alone if the source says the same as then, else nothing. */
export function versionWithin(source: SaidOfItems, versionAt: LoadContext['versionAt']): LoadContext['versionAt'] {
  const selection = new PathSelection({ prefer: source.prefer });
  return async (location, signal) => {
    const stored = await versionAt(location, signal);
    const suffix = suffixOf(source.groups, selection.prefers(location));
    if (stored?.endsWith(suffix) !== true) return null;
    const version = stored.slice(0, stored.length - suffix.length);
    return version.includes(GROUPS_MARK) || version.endsWith(PREFERRED_MARK) ? null : version;
  };
}

function suffixOf(groups: SaidOfItems['groups'], isPreferred: boolean): string {
  const readers = groups === undefined ? '' : `${GROUPS_MARK}${JSON.stringify([...new Set(groups)].sort())}`;
  return `${isPreferred ? PREFERRED_MARK : ''}${readers}`;
}
