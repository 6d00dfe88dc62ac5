import { ArbiterError, ChangelogEntry, compareCodeUnits } from '@arbiter/contracts';

/**
 * Reads one entry.
 *
 * @throws ArbiterError INVALID_REQUEST with the paths of what is wrong, also for a relation of an entity to itself and for an
 *   entry that changes nothing
 */
export function parseChangelogEntry(value: unknown): ChangelogEntry {
  const parsed = ChangelogEntry.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  const [first] = issues;
  const where = first?.path ? `\`${first.path}\`: ` : '';
  throw new ArbiterError('INVALID_REQUEST', `The changelog entry is invalid: ${where}${first?.message ?? ''}.`, {
    details: { issues },
  });
}

/**
 * Reads a changelog, a JSON object a line. Blank lines are passed over.
 *
 * @throws ArbiterError INVALID_REQUEST with the number of the first wrong line, also as `details.line`
 */
export function parseChangelog(text: string): ChangelogEntry[] {
  return text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [readLine(line, index + 1)]));
}

/** Equal for entries that say the same, whatever the order of their keys. */
export function entryKey(entry: ChangelogEntry): string {
  return JSON.stringify(entry, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => compareCodeUnits(a, b)))
      : part,
  );
}

/** Ids in an entry, also those at the ends of relations. */
export function entitiesOf({ entity_updates, relationship_updates }: ChangelogEntry): string[] {
  return [
    ...entity_updates.map(({ entity_id }) => entity_id),
    ...relationship_updates.flatMap(({ from, to }) => [from, to]),
  ];
}

function readLine(line: string, number: number): ChangelogEntry {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    const details = { line: number };
    throw new ArbiterError('INVALID_REQUEST', `Line ${number} of the changelog is not JSON.`, { details, cause });
  }
  try {
    return parseChangelogEntry(value);
  } catch (thrown) {
    const error = ArbiterError.from(thrown);
    throw new ArbiterError('INVALID_REQUEST', `Line ${number} of the changelog: ${error.message}`, {
      details: { ...error.details, line: number },
      cause: error,
    });
  }
}
