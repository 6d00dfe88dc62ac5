import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../parts/states.js';
import { MAX_OPENINGS, type NodeId } from './atlas.js';
import { EntitySearch } from './entity-search.js';
import type { WorldPlace } from './use-world.js';
import { idInWords, inWords } from './words.js';
import { type Moment, namesQuery, pathQuery } from './world-queries.js';

export interface EntityPathProps {
  readonly moment: Moment;
  readonly from: string;
  readonly place: WorldPlace;
}

/** How an entity hangs together with another one, which stands in the address. */
export function EntityPath({ moment, from, place: { to, go, open } }: EntityPathProps) {
  const path = useQuery({ ...pathQuery(moment, from, to ?? ''), enabled: to !== undefined });
  const named = useQuery({ ...namesQuery(moment.collection), enabled: to !== undefined });
  const nameOf = (id: string) => named.data?.find((each) => each.id === id)?.name ?? idInWords(id);
  const draw = (ids: readonly NodeId[]) => go({ open: [...new Set([...open, ...ids])].slice(-MAX_OPENINGS) });
  return (
    <section className="stack" aria-label="Connection">
      <h3>Connection with another</h3>
      <EntitySearch
        collection={moment.collection}
        label="How is it connected with …"
        isLabelHidden
        onChoose={({ id }) => go({ to: id })}
      />
      {to !== undefined && (
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
                <p className="small soft">{states.join(' ')}</p>
                <button
                  type="button"
                  onClick={() => draw(steps.flatMap((step): NodeId[] => [`e:${step.from}`, `e:${step.to}`]))}
                >
                  Show it on the map
                </button>
              </>
            ) : (
              <p className="soft">Nothing leads to {nameOf(to)} at this time.</p>
            )
          }
        </Loaded>
      )}
    </section>
  );
}
