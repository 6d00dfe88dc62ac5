import { applyEntries, entitiesOf, EntityIndex, type WorldState } from '@arbiter/changelog';
import {
  ArbiterError,
  listChanges,
  type OperationOutput,
  type OperationRequest,
  type RecordedChange,
} from '@arbiter/contracts';
import { slugOf } from '@arbiter/text';
import type { OperationCaller } from '../library/library.js';

/** A time in the world: after a session, or at the end of a day. */
export type WorldTime = { readonly asOfSession: number } | { readonly date: string };

/**
 * `6` and `session_6` are a session, `2026-03-14` is a day.
 *
 * @throws ArbiterError INVALID_REQUEST
 */
export function parseWorldTime(word: string): WorldTime {
  const [, session] = /^(?:session[_ -]?)?(\d{1,9})$/i.exec(word) ?? [];
  if (session !== undefined) return { asOfSession: Number(session) };
  if (listChanges.input.shape.date.safeParse(word).success) return { date: word };
  throw new ArbiterError(
    'INVALID_REQUEST',
    `"${word}" is neither a session, such as 6, nor a day, such as 2026-03-14.`,
  );
}

/** Most changes that the library gives at once. */
const MAX_PAGE = 500;

/**
 * Changes, page by page.
 *
 * @param limit absent: all
 */
export async function collectChanges(
  library: OperationCaller,
  selection: Omit<OperationRequest<typeof listChanges>, 'limit' | 'after'>,
  { limit = Infinity, signal }: { readonly limit?: number; readonly signal: AbortSignal },
): Promise<OperationOutput<typeof listChanges>> {
  const changes: RecordedChange[] = [];
  for (let after: string | undefined; ;) {
    const input = {
      ...selection,
      limit: Math.min(MAX_PAGE, limit - changes.length),
      ...(after !== undefined && { after }),
    };
    const page = await library.request(listChanges, input, { signal });
    changes.push(...page.changes);
    if (page.next === null || changes.length >= limit) return { ...page, changes };
    after = page.next;
  }
}

/** The world as the changelog alone tells it: two spellings of one id are one entity. */
export function worldOf(changes: readonly RecordedChange[]): WorldState {
  const ids = new Map<string, string>();
  for (const { entry } of changes)
    for (const id of entitiesOf(entry)) if (!ids.has(slugOf(id))) ids.set(slugOf(id), id);
  const entities = new EntityIndex([...ids.values()].map((id) => ({ id, name: id, type: '' })));
  const entries = changes.map(({ id, recordedAt, entry }) => ({ id, recordedAt: Date.parse(recordedAt), entry }));
  return applyEntries(entries, { entities, relations: [] });
}
