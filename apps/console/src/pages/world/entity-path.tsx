import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../parts/states.js';
import { MAX_OPENINGS, type NodeId } from './atlas.js';
import { EntitySearch } from './entity-search.js';
import type { WorldPlace } from './use-world.js';
import { idInWords, inWords } from './words.js';
import { type Moment, namesQuery, pathQuery } from './world-queries.js';

/** How an entity hangs together with another one, which stands in the address. */
export function EntityPath({
  moment,
  from,
  place,
}: {
  readonly moment: Moment;
  readonly from: string;
  readonly place: WorldPlace;
}) {
  const { to, go, open } = place;
  return (
    <section className="stack" aria-label="Connection">
      <h3>Connection with another</h3>
      {to === undefined ? (
        <EntitySearch
          collection={moment.collection}
          label="How is it connected with …"
          isLabelHidden
          onChoose={({ id }) => go({ to: id })}
        />
      ) : (
        <>
          <Path
            moment={moment}
            from={from}
            to={to}
            onOpen={(ids) => go({ open: [...new Set([...open, ...ids])].slice(-MAX_OPENINGS) })}
          />
          <button type="button" className="link" onClick={() => go({ to: undefined })}>
            Ask for another
          </button>
        </>
      )}
    </section>
  );
}

function Path({
  moment,
  from,
  to,
  onOpen,
}: {
  readonly moment: Moment;
  readonly from: string;
  readonly to: string;
  readonly onOpen: (ids: readonly NodeId[]) => void;
}) {
  const path = useQuery(pathQuery(moment, from, to));
  const names = new Map(useQuery(namesQuery(moment.collection)).data?.map(({ id, name }) => [id, name]));
  const nameOf = (id: string): string => names.get(id) ?? idInWords(id);
  return (
    <Loaded query={path} what="the connection">
      {({ steps, states, found }) =>
        found ? (
          <>
            <ol className="path">
              {steps.map((step) => (
                <li key={`${step.from} ${step.to}`}>
                  {nameOf(step.from)} <em>{inWords(step.type)}</em> {nameOf(step.to)}
                </li>
              ))}
            </ol>
            {states.map((state) => (
              <p key={state} className="small soft">
                {state}
              </p>
            ))}
            <button
              type="button"
              onClick={() => onOpen(steps.flatMap((step): NodeId[] => [`e:${step.from}`, `e:${step.to}`]))}
            >
              Show it on the map
            </button>
          </>
        ) : (
          <p className="soft">Nothing leads from one to the other at this time.</p>
        )
      }
    </Loaded>
  );
}
