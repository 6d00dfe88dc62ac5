import { useQuery } from '@tanstack/react-query';
import { server } from '../../server/server.js';
import { Empty, Loaded } from '../../parts/states.js';
import { correctionsQuery, useEditing } from './editing.js';
import { useWorld } from './use-world.js';
import { correctionInWords, dayOf } from './words.js';

const STATES = {
  applied: { words: 'holds', tone: 'good' },
  'not-applied': { words: 'could not be applied', tone: 'doubt' },
  undone: { words: 'undone', tone: undefined },
  pending: { words: 'waits for the next build', tone: 'doubt' },
} as const;

/** What people corrected in the graph, the last first, and its undoing. */
export function Corrections() {
  const { collection } = useWorld();
  const query = useQuery(correctionsQuery(collection));
  const undo = useEditing((id: number, by) => server.call('undoGraphCorrection', { collection, id, by }));
  if (undo.refused !== null) return <Empty title="Corrections are for editors.">{undo.refused}</Empty>;
  return (
    <Loaded query={query} what="the corrections">
      {({ corrections }) =>
        corrections.length === 0 ? (
          <Empty title="Nobody has corrected this graph.">
            Open an entity to merge it with another or to split it.
          </Empty>
        ) : (
          <div className="stack">
            {undo.nameField}
            {undo.failure}
            <table>
              <tbody>
                {corrections
                  .toReversed()
                  .map(({ id, by, reason, recordedAt, correction, state, problem, undoneBy }) => (
                    <tr key={id}>
                      <td>
                        {correctionInWords(correction)}
                        <div className="small soft">
                          {by}, {dayOf(recordedAt)}
                          {reason !== null && `: ${reason}`}
                          {problem !== null && ` · ${problem}`}
                        </div>
                      </td>
                      <td>
                        <span className="badge" data-tone={STATES[state].tone}>
                          {STATES[state].words}
                        </span>
                      </td>
                      <td>
                        <button
                          type="button"
                          disabled={undo.isDisabled}
                          onClick={() => undo.mutate(undoneBy?.id ?? id)}
                        >
                          {undoneBy ? 'Make it count again' : 'Undo'}
                        </button>
                      </td>
                    </tr>
                  ))}
              </tbody>
            </table>
          </div>
        )
      }
    </Loaded>
  );
}
