import { useQuery } from '@tanstack/react-query';
import { server } from '../../server/server.js';
import { Empty, Failure, Loading } from '../../parts/states.js';
import { EditorName, Refusal, useEditor } from './editing.js';
import { correctionInWords, dayOf } from './words.js';
import { correctionsQuery, useChange, whyNoEditing } from './world-queries.js';

const STATES = {
  applied: 'holds',
  'not-applied': 'could not be applied',
  undone: 'undone',
  pending: 'waits for the next build',
} as const;

/** What people corrected in the graph, the last first, and its undoing. */
export function Corrections({ collection }: { readonly collection: string }) {
  const query = useQuery(correctionsQuery(collection));
  const [editor, setEditor] = useEditor();
  const undo = useChange(collection, (id: number) =>
    server.call('undoGraphCorrection', { collection, id, by: editor.trim() }),
  );
  const refused = whyNoEditing(query.error);
  if (refused !== null) return <Empty title="Corrections are for editors.">{refused}</Empty>;
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Loading what="the corrections" />;
  if (query.data.length === 0) {
    return (
      <Empty title="Nobody has corrected this graph.">Open an entity to merge it with another or to split it.</Empty>
    );
  }
  return (
    <div className="stack">
      <EditorName name={editor} onChange={setEditor} />
      <Refusal error={undo.error} />
      <table>
        <tbody>
          {query.data.toReversed().map(({ id, by, reason, recordedAt, correction, state, problem, undoneBy }) => (
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
                <span
                  className="badge"
                  data-tone={state === 'applied' ? 'good' : state === 'undone' ? undefined : 'doubt'}
                >
                  {STATES[state]}
                </span>
              </td>
              <td>
                <button
                  type="button"
                  disabled={editor.trim() === '' || undo.isPending}
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
  );
}
