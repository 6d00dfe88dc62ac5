import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { asked } from '../../server/asked.js';

/** By status, the gravest first. */
const STATUS = {
  failed: { at: 0, tone: 'bad', word: 'Needs mending' },
  warning: { at: 1, tone: 'doubt', word: 'Works with less' },
  ok: { at: 2, tone: 'good', word: 'Works' },
} as const;

/** What `arbiter doctor` finds: stores, models and arms. */
export function Health() {
  const doctor = useQuery({ ...asked('doctor', {}), refetchInterval: 60_000 });
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
          <Table
            label="Findings"
            columns={['Part', 'State', 'Finding']}
            rows={checks
              .toSorted((a, b) => STATUS[a.status].at - STATUS[b.status].at)
              .map(({ name, status, detail, advice }) => [
                name,
                <span key={name} className="badge" data-tone={STATUS[status].tone}>
                  {STATUS[status].word}
                </span>,
                <>
                  {detail}
                  {advice !== undefined && <p className="small soft">{advice}</p>}
                </>,
              ])}
          />
        )}
      </Loaded>
    </div>
  );
}
