import { search } from '@arbiter/contracts';
import type { CommandContext } from '../command.context.js';
import { withLibrary } from '../library/open-library.js';
import { createProgressDisplay } from '../terminal/progress.display.js';
import { evaluateMethod, type QueryRecord } from './evaluate-method.js';
import type { RetrievalSubject } from './retrieval-subject.js';
import type { MethodGroup } from './search-methods.js';
import type { RecordsByMethod } from './summarise-run.js';

/** Ranking is measured, and times beside it: one search that passes its usual deadline must not end the run. */
const SEARCH_DEADLINE_MS = 120_000;

/**
 * Asks every query by every method. Each method has the library opened anew, so that none finds in a cache what another
 * has computed for the same query.
 *
 * @param context with the store of the subject as its data directory
 */
export async function measureMethods(
  groups: readonly MethodGroup[],
  subject: RetrievalSubject,
  context: CommandContext,
): Promise<RecordsByMethod> {
  const byMethod = new Map<string, readonly QueryRecord[]>();
  for (const { names, fields } of groups) {
    const records = await withLibrary(context, { writes: false }, async (library) => {
      const display = createProgressDisplay(context.terminal, context.now, 'queries');
      const label = names.join(' = ');
      const total = subject.selection.queries.length;
      const { signal } = context.interruption;
      try {
        return await evaluateMethod({ method: names[0], fields }, subject, {
          search: (request) => library.request(search, request, { signal, deadlineMs: SEARCH_DEADLINE_MS }),
          now: context.now,
          onQuery: (answered) => display.show({ label, settled: answered, total, detail: '' }),
        });
      } finally {
        display.end();
      }
    });
    for (const name of names) byMethod.set(name, records);
  }
  return byMethod;
}
