import { type Discourse } from '../reading/discourse.js';
import { type ReadingContext, type StateHappening, happening } from '../happenings/happening.js';
import { readNodes } from '../reading/nodes.js';
import type { Statement } from '../reading/read-statements.js';
import { affected } from './patients.js';
import { readState } from './read-state.js';

const STATE_COLUMN =
  /^(?:(?:current )?(?:status|state|condition|availability|position)|health|now|result|in service\??)$/i;

/** A row of a table of states: the first name in it, and the first state in a column of states. */
export function readRow(cells: Statement['cells'], context: ReadingContext, discourse: Discourse): StateHappening[] {
  const read = cells.map(({ header, text, start }) => ({
    isState: STATE_COLUMN.test(header),
    nodes: readNodes(text, start, [], context.names, discourse),
  }));
  const entity = read
    .filter(({ isState }) => !isState)
    .flatMap(({ nodes }) => nodes.flatMap((node) => node.entity ?? []))[0];
  const states = read.filter(({ isState }) => isState);
  const state = states
    .map(({ nodes }) => readState(nodes, 0, nodes.length, context.vocabulary))
    .find((one) => one !== null);
  if (!entity || !state) return [];
  const told = { standing: 'fact', source: '', continuing: false, lemma: 'be' } as const;
  return affected({ entities: [entity], noun: '', of: null }, state.status, context).map((one) =>
    happening(one, told, state.status, state.availability, context, state.status.startsWith('back')),
  );
}
