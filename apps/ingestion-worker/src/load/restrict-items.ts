import { ACCESS_GROUPS, type IngestionSource } from '@arbiter/contracts';
import type { FoundItem, LoadContext } from '@arbiter/ports';

/** Ends the version of a document whose source names groups: with other groups it is another version. */
const MARK = ' groups:';

type Readers = Pick<IngestionSource, 'groups'>;

/** The documents of a source, each with the groups that the source names. */
export async function* restrictItems(items: AsyncIterable<FoundItem>, source: Readers): AsyncIterable<FoundItem> {
  const { groups } = source;
  for await (const item of items) {
    if (groups === undefined || !('read' in item)) {
      yield item;
      continue;
    }
    const { given, version } = item;
    yield {
      ...item,
      given: { title: given?.title ?? null, metadata: { ...given?.metadata, [ACCESS_GROUPS]: groups } },
      ...(version !== undefined && { version: `${version}${suffixOf(source)}` }),
    };
  }
}

/** What a loader is told of the version that is stored: the version alone if the groups are the same, else nothing. */
export function versionWithin(source: Readers, versionAt: LoadContext['versionAt']): LoadContext['versionAt'] {
  const suffix = suffixOf(source);
  return async (location, signal) => {
    const stored = await versionAt(location, signal);
    const at = stored?.indexOf(MARK) ?? -1;
    const [version, own] = stored === null || at < 0 ? [stored, ''] : [stored.slice(0, at), stored.slice(at)];
    return own === suffix ? version : null;
  };
}

function suffixOf({ groups }: Readers): string {
  return groups === undefined ? '' : `${MARK}${JSON.stringify([...new Set(groups)].sort())}`;
}
