import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../parts/states.js';
import { MAX_OPENINGS, type NodeId } from './atlas.js';
import { EntitySearch } from './entity-search.js';
import { useWorld } from './use-world.js';
import { inWords } from './words.js';
import { asked, namesQuery } from './world-queries.js';

/** How an entity hangs together with another one, which stands in the address. */
export function EntityPath({ from }: { readonly from: string }) {
  const { moment, to, go, open } = useWorld();
  const enabled = to !== undefined;
  const path = useQuery({ ...asked('findPath', { ...moment, from, to: to ?? '' }), enabled });
  const names = useQuery({ ...namesQuery(moment.collection), enabled });
  const nameOf = (id: string) => names.data?.find((each) => each.id === id)?.name ?? inWords(id);
  return (
    <section className="stack" aria-label="Connection">
      <h3>Connection with another</h3>
      <EntitySearch label="How is it connected with …" onChoose={({ id }) => go({ to: id })} />
      {to !== undefined && (
        <Loaded query={path} what="the connection">
          {({ steps, states, found }) => {
            if (!found) return <p className="soft">Nothing leads to {nameOf(to)} at this time.</p>;
            const way = steps.flatMap((step): NodeId[] => [`e:${step.from}`, `e:${step.to}`]);
            return (
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
                  onClick={() => go({ open: [...new Set([...open, ...way])].slice(-MAX_OPENINGS) })}
                >
                  Show it on the map
                </button>
              </>
            );
          }}
        </Loaded>
      )}
    </section>
  );
}
