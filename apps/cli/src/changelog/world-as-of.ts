import { applyEntries, indexOfEntries, type WorldState } from '@arbiter/changelog';
import {
  ArbiterError,
  listChanges,
  type OperationOutput,
  type OperationRequest,
  type RecordedChange,
} from '@arbiter/contracts';
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
  const contradictions: OperationOutput<typeof listChanges>['contradictions'] = [];
  for (let after: string | undefined; ;) {
    const input = {
      ...selection,
      limit: Math.min(MAX_PAGE, limit - changes.length),
      ...(after !== undefined && { after }),
    };
    const page = await library.request(listChanges, input, { signal });
    changes.push(...page.changes);
    contradictions.push(...page.contradictions);
    if (page.next === null || changes.length >= limit) return { ...page, changes, contradictions };
    after = page.next;
  }
}

/** The world as the changelog alone tells it: two spellings of one id are one entity. */
export function worldOf(changes: readonly RecordedChange[]): WorldState {
  const entities = indexOfEntries(changes.map(({ entry }) => entry));
  const entries = changes.map(({ id, recordedAt, entry }) => ({ id, recordedAt: Date.parse(recordedAt), entry }));
  return applyEntries(entries, { entities, relations: [] });
}
