import { ArbiterError } from '@arbiter/contracts';
import { z } from 'zod';

/** `12`, or `session_12` as the entity index writes it. */
const SessionNumber = z
  .union([z.int().min(0), z.string().regex(/^session[_ -]?\d{1,9}$/i)])
  .transform((session) => (typeof session === 'number' ? session : Number(/\d+/.exec(session)?.[0])));

const Id = z.string().trim().min(1).max(256);
const Status = z.string().trim().min(1).max(256);

/** A change of one entity. Keys beyond the named ones are attributes: `destroyed_by`, `location`, `price`. */
export const EntityUpdate = z.looseObject({
  entity_id: Id,
  entity_type: z.string().min(1).max(64).optional(),
  /** Plain words: no list of them is closed. */
  status: Status.optional(),
  old_status: Status.optional(),
});
export type EntityUpdate = z.output<typeof EntityUpdate>;

/** A change between two entities. A status is a relation type (`led_by`), a stance (`hostile`) or `none`. */
export const RelationshipUpdate = z.looseObject({
  from: Id,
  to: Id,
  old_status: Status.optional(),
  new_status: Status,
});
export type RelationshipUpdate = z.output<typeof RelationshipUpdate>;

/** What one session changed: a line of `changelog.jsonl`. Unknown keys are kept. */
export const ChangelogEntry = z.looseObject({
  session_id: SessionNumber,
  /** The day of the session, ISO 8601. */
  date: z.iso.date().optional(),
  entity_updates: z.array(EntityUpdate).default([]),
  relationship_updates: z.array(RelationshipUpdate).default([]),
});
export type ChangelogEntry = z.output<typeof ChangelogEntry>;

/**
 * Reads one entry.
 *
 * @throws ArbiterError INVALID_REQUEST with the paths of what is wrong, also for a relation of an entity to itself and for an
 *   entry that changes nothing
 */
export function parseChangelogEntry(value: unknown): ChangelogEntry {
  const parsed = ChangelogEntry.safeParse(value);
  if (!parsed.success)
    throw invalid(parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
  const { entity_updates, relationship_updates } = parsed.data;
  const self = relationship_updates.findIndex(({ from, to }) => from === to);
  if (self >= 0) throw invalid([{ path: `relationship_updates.${self}`, message: 'relates an entity to itself' }]);
  if (entity_updates.length + relationship_updates.length === 0)
    throw invalid([{ path: '', message: 'changes nothing' }]);
  return parsed.data;
}

/**
 * Reads a changelog, a JSON object a line. Blank lines are passed over.
 *
 * @throws ArbiterError INVALID_REQUEST with the number of the first wrong line
 */
export function parseChangelog(text: string): ChangelogEntry[] {
  return text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [readLine(line, index + 1)]));
}

function readLine(line: string, number: number): ChangelogEntry {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new ArbiterError('INVALID_REQUEST', `Line ${number} of the changelog is not JSON.`, { cause });
  }
  try {
    return parseChangelogEntry(value);
  } catch (thrown) {
    const error = ArbiterError.from(thrown);
    throw new ArbiterError('INVALID_REQUEST', `Line ${number} of the changelog: ${error.message}`, {
      details: error.details,
      cause: error,
    });
  }
}

function invalid(issues: readonly { readonly path: string; readonly message: string }[]): ArbiterError {
  const [first] = issues;
  const where = first?.path ? `\`${first.path}\`: ` : '';
  return new ArbiterError('INVALID_REQUEST', `The changelog entry is invalid: ${where}${first?.message ?? ''}.`, {
    details: { issues },
  });
}
