import { createHash } from 'node:crypto';
import { entryKey } from '@arbiter/changelog';
import {
  addChanges,
  type ChangelogEntry,
  listChanges,
  MAX_ADDED_ENTRIES,
  type PackChangelog,
  type RecordedChange,
} from '@arbiter/contracts';
import type { OperationClient, OperationContext } from '@arbiter/messaging';

const PAGE = 500;
/** Hexadecimal digits of the digest in a key. */
const KEY_DIGITS = 32;

/**
 * Records the entries of a pack in the changelog of a collection, unless that has entries of its own. What an earlier call began
 * is completed, and entries that the pack has gained at its end are added.
 *
 * @param entries in the order of the pack
 */
export async function loadPackChangelog(
  collection: string,
  entries: readonly ChangelogEntry[],
  client: Pick<OperationClient, 'request'>,
  parent: OperationContext,
): Promise<PackChangelog> {
  const recorded = (await recordedEntries(collection, client, parent)).map(entryKey);
  const keys = entries.map(entryKey);
  const summary = { collection, entries: entries.length };
  if (!recorded.every((key, index) => key === keys[index])) {
    const known = new Set(recorded);
    return { ...summary, added: 0, missing: keys.filter((key) => !known.has(key)).length };
  }
  for (let from = recorded.length; from < entries.length; from += MAX_ADDED_ENTRIES) {
    const some = entries.slice(from, from + MAX_ADDED_ENTRIES);
    // Of two calls at once, the second adds nothing.
    const digest = createHash('sha256')
      .update(`${from}\n${some.map(entryKey).join('\n')}`)
      .digest('hex');
    const idempotencyKey = `pack:${digest.slice(0, KEY_DIGITS)}`;
    await client.request(addChanges, { collection, entries: some, idempotencyKey }, { parent });
  }
  return { ...summary, added: entries.length - recorded.length, missing: 0 };
}

/** Every entry of a changelog in the order of recording, reverted ones included. */
async function recordedEntries(
  collection: string,
  client: Pick<OperationClient, 'request'>,
  parent: OperationContext,
): Promise<ChangelogEntry[]> {
  const found: RecordedChange[] = [];
  for (let after: string | undefined; ;) {
    const input = { collection, includeReverted: true, limit: PAGE, ...(after !== undefined && { after }) };
    const { changes, next } = await client.request(listChanges, input, { parent });
    found.push(...changes);
    if (next === null) break;
    after = next;
  }
  return found.sort((a, b) => a.id - b.id).map(({ entry }) => entry);
}
