import type { OutputOf } from '@arbiter/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Empty, Loaded } from '../../parts/states.js';
import { server } from '../../server/server.js';

type Report = OutputOf<'costs'>;
type Sum = Report['total'];

const BY = { day: 'Day', session: 'Session', key: 'Key' } as const satisfies Record<Report['by'], string>;

/** What language models were asked, and cost. */
export function Costs() {
  const [by, setBy] = useState<Report['by']>('day');
  const costs = useQuery({
    queryKey: ['costs', by],
    queryFn: ({ signal }) => server.call('costs', { by }, { signal }),
  });
  return (
    <div className="card stack">
      <div className="row">
        <h2>Language models</h2>
        <label className="row small">
          by
          <select value={by} onChange={(event) => setBy(event.target.value as Report['by'])}>
            {Object.entries(BY).map(([key, name]) => (
              <option key={key} value={key}>
                {name.toLowerCase()}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Loaded query={costs} what="the costs">
        {({ entries, total }) =>
          entries.length === 0 ? (
            <Empty title="No language model has been asked." />
          ) : (
            <div className="wide">
              <table>
                <thead>
                  <tr>
                    <th scope="col">{BY[by]}</th>
                    <th scope="col">Answers</th>
                    <th scope="col">Tokens</th>
                    <th scope="col">Cost</th>
                  </tr>
                </thead>
                <tbody>
                  {entries.map((entry) => (
                    <SumRow key={entry.key ?? ''} name={entry.key ?? 'none'} sum={entry} />
                  ))}
                  <SumRow name="Together" sum={total} />
                </tbody>
              </table>
            </div>
          )
        }
      </Loaded>
    </div>
  );
}

function SumRow({ name, sum: { answers, tokens, costs, unreckoned } }: { readonly name: string; readonly sum: Sum }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{answers.toLocaleString('en')}</td>
      <td>
        {tokens.map((usage) => (
          <div key={usage.model}>
            {(usage.inputTokens + usage.outputTokens).toLocaleString('en')} <span className="soft">{usage.model}</span>
          </div>
        ))}
      </td>
      <td>
        {costs.map(({ amount, currency }) => `${amount.toFixed(4)} ${currency}`).join(', ')}
        {unreckoned > 0 && <span className="soft"> {unreckoned.toLocaleString('en')} without a price</span>}
      </td>
    </tr>
  );
}
