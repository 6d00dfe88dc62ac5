import type { OutputOf } from '@arbiter/client';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../parts/states.js';
import { server } from '../../server/server.js';

type Check = OutputOf<'doctor'>['checks'][number];

const STATUS = {
  failed: { tone: 'bad', word: 'Needs mending' },
  warning: { tone: 'doubt', word: 'Works with less' },
  ok: { tone: 'good', word: 'Works' },
} as const satisfies Record<Check['status'], object>;
const GRAVEST_FIRST = Object.keys(STATUS);

function byGravity(a: Check, b: Check): number {
  return GRAVEST_FIRST.indexOf(a.status) - GRAVEST_FIRST.indexOf(b.status);
}

/** What `arbiter doctor` finds: stores, models and arms. */
export function Health() {
  const doctor = useQuery({
    queryKey: ['doctor'],
    queryFn: ({ signal }) => server.call('doctor', {}, { signal }),
    refetchInterval: 60_000,
  });
  return (
    <div className="card stack">
      <div className="row">
        <h2>Health</h2>
        {doctor.data && <span className="soft small">Arbiter {doctor.data.version}</span>}
        <button type="button" className="quiet" disabled={doctor.isFetching} onClick={() => void doctor.refetch()}>
          Examine again
        </button>
      </div>
      <Loaded query={doctor} what="the examination">
        {({ checks }) => (
          <table>
            <tbody>
              {checks.toSorted(byGravity).map(({ name, status, detail, advice }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>
                    <span className="badge" data-tone={STATUS[status].tone}>
                      {STATUS[status].word}
                    </span>
                  </td>
                  <td>
                    {detail}
                    {advice !== undefined && <p className="small soft">{advice}</p>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Loaded>
    </div>
  );
}
