import type { OutputOf } from '@arbiter/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { money } from '../../parts/counted.js';
import { Empty, Loaded } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { asked } from '../../server/asked.js';

type Report = OutputOf<'costs'>;

const BY = { day: 'Day', session: 'Session', key: 'Key' } as const satisfies Record<Report['by'], string>;

/** What language models were asked, and cost. */
export function Costs() {
  const [by, setBy] = useState<Report['by']>('day');
  const costs = useQuery(asked('costs', { by }));
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
            <Table
              label="Costs"
              columns={[BY[by], 'Answers', 'Tokens', 'Cost']}
              rows={[...entries.map((entry) => rowOf(entry.key ?? 'none', entry)), rowOf('Total', total)]}
            />
          )
        }
      </Loaded>
    </div>
  );
}

function rowOf(name: string, { answers, tokens, costs, unreckoned }: Report['total']) {
  return [
    name,
    answers.toLocaleString('en'),
    tokens.map(({ model, inputTokens, outputTokens }) => (
      <div key={model}>
        {(inputTokens + outputTokens).toLocaleString('en')} <span className="soft">{model}</span>
      </div>
    )),
    <>
      {costs.map(({ amount, currency }) => money(amount, currency)).join(', ')}
      {unreckoned > 0 && <span className="soft"> {unreckoned.toLocaleString('en')} without a price</span>}
    </>,
  ];
}
