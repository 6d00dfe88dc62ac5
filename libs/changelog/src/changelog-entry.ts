import { ArbiterError, ChangelogEntry } from '@arbiter/contracts';

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
