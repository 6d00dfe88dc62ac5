import { isSearch } from '../../tool-names.js';
import type { AgentView } from '../agent-view.js';

/** Queries that a refusal names at most. */
const NAMED = 3;

/** What was searched for, as the end of a sentence; '' where nothing was. */
export function triedSearches({ made }: AgentView): string {
  const queries = made.flatMap(({ tool, inputs: { query } }) =>
    isSearch(tool) && typeof query === 'string' ? [`"${query}"`] : [],
  );
  const distinct = [...new Set(queries)];
  if (distinct.length === 0) return '';
  const rest = distinct.length > NAMED ? ` and ${distinct.length - NAMED} more` : '';
  return `, searching for ${distinct.slice(0, NAMED).join(', ')}${rest}`;
}
