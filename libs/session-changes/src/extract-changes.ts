import type { ChangelogEntry } from '@arbiter/changelog';
import { acceptStated, entryOf, proposeChanges } from './propose-changes.js';
import type { KnownWorld, Proposal, Session } from './session-changes.js';

/** Reads the sessions in order, each against the world that the accepted proposals of those before have left. */
export function extractChanges(
  sessions: readonly Session[],
  known: KnownWorld,
): { readonly entries: ChangelogEntry[]; readonly waiting: Proposal[] } {
  const entries: ChangelogEntry[] = [];
  const waiting: Proposal[] = [];
  const statuses: Record<string, string> = { ...known.statuses };
  let relations = [...(known.relations ?? [])];
  for (const session of sessions) {
    const told = proposeChanges(session, { ...known, statuses, relations });
    const { accepted, waiting: unsure } = acceptStated(told.proposals);
    waiting.push(...unsure);
    const entry = entryOf(told, accepted);
    if (entry) entries.push(entry);
    for (const { entityUpdate, relationshipUpdate } of accepted) {
      if (entityUpdate?.status !== undefined) statuses[entityUpdate.entity_id] = entityUpdate.status;
      if (!relationshipUpdate) continue;
      const { from, to, old_status: old, new_status: type } = relationshipUpdate;
      if (type === 'none')
        relations = relations.filter((one) => !(one.from === from && one.to === to && one.type === old));
      else relations.push({ from, to, type });
    }
  }
  return { entries, waiting };
}
