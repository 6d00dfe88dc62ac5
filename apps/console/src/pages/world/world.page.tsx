import { ClientError } from '@arbiter/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Panel } from '../../parts/panel.js';
import { Empty, Loaded } from '../../parts/states.js';
import { asked } from '../../server/asked.js';
import { server } from '../../server/server.js';
import { Changes, Proposals } from './changes.js';
import { Corrections } from './corrections.js';
import { Drawing } from './drawing.js';
import { useEditing } from './editing.js';
import { EntityCard } from './entity-card.js';
import { EntitySearch } from './entity-search.js';
import { marksOf } from './entity-types.js';
import { TimeControl } from './time-control.js';
import { TypeMark } from './type-mark.js';
import { useDrawnWorld, useWorld, useWorldPlace, WorldContext } from './use-world.js';
import { inWords } from './words.js';
import { WorldList } from './world-list.js';
import { shownQuery } from './world-queries.js';
import '../../parts/answer/answer.css';
import './world.css';

const VIEWS = [
  { view: undefined, name: 'Map' },
  { view: 'list', name: 'List' },
  { view: 'changes', name: 'Changes' },
  { view: 'corrections', name: 'Corrections' },
] as const;

const NO_COUNTS = {};

/** The knowledge graph of a collection, and how sessions change it. */
export function WorldPage() {
  const shown = useQuery(shownQuery(useWorldPlace().collection));
  return (
    <Loaded query={shown} what="the collections">
      {({ names, shown: collection }) =>
        collection === undefined ? (
          <Empty title="The library is empty.">
            <Link to="/library">Add documents</Link>, and what they tell of is drawn here.
          </Empty>
        ) : (
          <World key={collection} collection={collection} names={names} />
        )
      }
    </Loaded>
  );
}

function World({ collection, names }: { readonly collection: string; readonly names: readonly string[] }) {
  const place = useWorldPlace();
  const graph = useQuery(asked('getGraph', { collection }));
  const counts = graph.data?.entitiesByType ?? NO_COUNTS;
  const marks = useMemo(() => marksOf(counts), [counts]);
  const hasNone = graph.error instanceof ClientError && graph.error.code === 'NOT_FOUND';
  return (
    <WorldContext value={{ ...place, collection, moment: { collection, asOfSession: place.at }, counts, marks }}>
      <div className="world">
        <header className="world-bar">
          <h1>World</h1>
          <select
            aria-label="Collection"
            value={collection}
            onChange={({ target }) =>
              place.go({ collection: target.value, entity: undefined, open: undefined, at: undefined, to: undefined })
            }
          >
            {[...new Set([...names, collection])].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
          {graph.data && (
            <>
              <EntitySearch
                label="Find someone or something"
                onChoose={({ id }) => place.go({ entity: id, to: undefined })}
              />
              <TimeControl />
              <nav aria-label="Views">
                {VIEWS.map(({ view, name }) => (
                  <Link
                    key={name}
                    from="/world"
                    search={(all) => ({ ...all, view })}
                    activeOptions={{ includeSearch: true, explicitUndefined: true }}
                  >
                    {name}
                  </Link>
                ))}
              </nav>
            </>
          )}
        </header>
        {hasNone ? (
          <NoGraph />
        ) : (
          <Loaded query={graph} what="the world">
            {() => <View />}
          </Loaded>
        )}
      </div>
    </WorldContext>
  );
}

function View() {
  const { view } = useWorld();
  switch (view) {
    case 'changes':
      return (
        <div className="two">
          <Panel label="Changes by session">
            <h2>Changes by session</h2>
            <Changes />
          </Panel>
          <Panel label="Proposed changes">
            <h2>Proposed by sessions</h2>
            <Proposals />
          </Panel>
        </div>
      );
    case 'corrections':
      return (
        <Panel label="Corrections">
          <Corrections />
        </Panel>
      );
    default:
      return <Drawn isList={view === 'list'} />;
  }
}

function Drawn({ isList }: { readonly isList: boolean }) {
  const { entity, open, go } = useWorld();
  const { query, selected, isLoading, toggle } = useDrawnWorld();
  const back = () => {
    if (entity !== undefined) go({ entity: undefined, to: undefined });
    else if (open.length > 0) go({ open: open.slice(0, -1) });
  };
  return (
    <div className="two">
      <Panel label={isList ? 'List' : 'Map'} className={isList ? 'listed' : 'mapped'}>
        <Loaded query={query} what="the map">
          {(atlas) => {
            if (isList) return <WorldList atlas={atlas} onActivate={toggle} />;
            const focus = selected ?? open.at(-1) ?? null;
            return <Drawing atlas={atlas} focus={focus} onActivate={toggle} onBack={back} />;
          }}
        </Loaded>
        {isLoading && query.data && (
          <p className="visually-hidden" role="status">
            Loading …
          </p>
        )}
      </Panel>
      <Panel label={entity === undefined ? 'Legend' : 'Entity'} className="beside">
        {entity === undefined ? <Legend /> : <EntityCard key={entity} entity={entity} />}
      </Panel>
    </div>
  );
}

function Legend() {
  const { counts, marks } = useWorld();
  return (
    <div className="stack">
      <h2>What is here</h2>
      <ul className="legend">
        {[...marks.keys()].map((type) => (
          <li key={type}>
            <TypeMark type={type} /> {inWords(type) || 'of no kind yet'}
            <span className="soft small">{counts[type]}</span>
          </li>
        ))}
      </ul>
      <p className="small soft">
        A circle with a number is a group of things that belong together: open it to see its members. What is gone,
        closed or away has a broken outline; what is hostile a red one.
      </p>
    </div>
  );
}

function NoGraph() {
  const { collection } = useWorld();
  const build = useEditing(() => server.call('buildGraph', { collection }));
  return (
    <Empty title="This collection has no knowledge graph yet.">
      <p className="soft">It is built from the stored documents, and kept current from then on.</p>
      {build.refused === null ? (
        <button type="button" className="primary" disabled={build.isPending} onClick={() => build.mutate()}>
          {build.isPending ? 'Building …' : 'Build it'}
        </button>
      ) : (
        <p className="small soft">{build.refused}</p>
      )}
      {build.failure}
    </Empty>
  );
}
