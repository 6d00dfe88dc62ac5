import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Panel } from '../../parts/panel.js';
import { Empty, Failure, Loaded, Loading } from '../../parts/states.js';
import { server } from '../../server/server.js';
import { Changes } from './changes.js';
import { Corrections } from './corrections.js';
import { Drawing } from './drawing.js';
import { Refusal } from './editing.js';
import { EntityCard } from './entity-card.js';
import { EntitySearch } from './entity-search.js';
import { marksOf, type TypeMarks } from './entity-types.js';
import { Proposals } from './proposals.js';
import { TimeControl } from './time-control.js';
import { TypeMark } from './type-mark.js';
import { useDrawnWorld, useWorldPlace, VIEWS, type WorldPlace } from './use-world.js';
import { inWords } from './words.js';
import { collectionsQuery, graphQuery, type Moment, useChange, useNoEditing } from './world-queries.js';
import { WorldList } from './world-list.js';
import './world.css';

/** The knowledge graph of a collection, and how sessions change it. */
export function WorldPage() {
  const place = useWorldPlace();
  const collections = useQuery(collectionsQuery(place.collection));
  return (
    <Loaded query={collections} what="the collections">
      {({ names, shown: collection }) => {
        if (collection === undefined) {
          return (
            <Empty title="The library is empty.">
              <Link to="/library">Add documents</Link>, and what they tell of is drawn here.
            </Empty>
          );
        }
        return <World key={collection} {...{ collection, names, place }} />;
      }}
    </Loaded>
  );
}

function World({
  collection,
  names,
  place,
}: {
  readonly collection: string;
  readonly names: readonly string[];
  readonly place: WorldPlace;
}) {
  const graph = useQuery(graphQuery(collection));
  const marks = useMemo(() => marksOf(graph.data?.entitiesByType ?? {}), [graph.data]);
  const choices = names.includes(collection) ? names : [collection, ...names];
  return (
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
          {choices.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        {graph.data && (
          <>
            <EntitySearch
              collection={collection}
              label="Find someone or something"
              isLabelHidden
              onChoose={({ id }) => place.go({ entity: id, to: undefined })}
            />
            <TimeControl collection={collection} at={place.at} onChange={(at) => place.go({ at })} />
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
      <Loaded query={graph} what="the world">
        {(data) =>
          data === null ? (
            <NoGraph collection={collection} />
          ) : (
            <View moment={{ collection, asOfSession: place.at }} {...{ marks, place }} counts={data.entitiesByType} />
          )
        }
      </Loaded>
    </div>
  );
}

interface ViewProps {
  readonly moment: Moment;
  readonly marks: TypeMarks;
  readonly place: WorldPlace;
  readonly counts: Readonly<Record<string, number>>;
}

function View({ moment, marks, place, counts }: ViewProps) {
  if (place.view === 'changes') {
    return (
      <div className="two">
        <Panel label="Changes by session">
          <h2>Changes by session</h2>
          <Changes collection={moment.collection} place={place} />
        </Panel>
        <Panel label="Proposed changes">
          <h2>Proposed by sessions</h2>
          <Proposals collection={moment.collection} place={place} />
        </Panel>
      </div>
    );
  }
  if (place.view === 'corrections') {
    return (
      <Panel label="Corrections">
        <Corrections collection={moment.collection} />
      </Panel>
    );
  }
  return <Drawn {...{ moment, marks, place, counts }} />;
}

function Drawn({ moment, marks, place, counts }: ViewProps) {
  const { atlas, error, selected, isLoading, retry, toggle } = useDrawnWorld(moment, place);
  const isList = place.view === 'list';
  const back = () => {
    if (place.entity !== undefined) place.go({ entity: undefined, to: undefined });
    else if (place.open.length > 0) place.go({ open: place.open.slice(0, -1) });
  };
  return (
    <div className="two">
      <Panel label={isList ? 'List' : 'Map'} className={isList ? 'listed' : 'mapped'}>
        {error !== null && !atlas && <Failure error={error} onRetry={retry} />}
        {!atlas && error === null && <Loading what="the map" />}
        {atlas &&
          (isList ? (
            <WorldList atlas={atlas} marks={marks} onActivate={toggle} />
          ) : (
            <Drawing
              atlas={atlas}
              marks={marks}
              focus={selected ?? place.open.at(-1) ?? null}
              onActivate={toggle}
              onBack={back}
            />
          ))}
        {isLoading && atlas && (
          <p className="visually-hidden" role="status">
            Loading …
          </p>
        )}
      </Panel>
      <Panel label={place.entity === undefined ? 'Legend' : 'Entity'} className="beside">
        {place.entity === undefined ? (
          <Legend counts={counts} marks={marks} />
        ) : (
          <EntityCard key={place.entity} entity={place.entity} {...{ moment, marks, place }} />
        )}
      </Panel>
    </div>
  );
}

function Legend({ counts, marks }: { readonly counts: Readonly<Record<string, number>>; readonly marks: TypeMarks }) {
  return (
    <div className="stack">
      <h2>What is here</h2>
      <ul className="legend">
        {[...marks.keys()].map((type) => (
          <li key={type}>
            <TypeMark type={type} marks={marks} /> {type === '' ? 'of no known type' : inWords(type)}
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

function NoGraph({ collection }: { readonly collection: string }) {
  const refused = useNoEditing(collection);
  const build = useChange(collection, () => server.call('buildGraph', { collection }));
  return (
    <Empty title="This collection has no knowledge graph yet.">
      <p className="soft">It is built from the stored documents, and kept current from then on.</p>
      {refused === null ? (
        <button type="button" className="primary" disabled={build.isPending} onClick={() => build.mutate(undefined)}>
          {build.isPending ? 'Building …' : 'Build it'}
        </button>
      ) : (
        <p className="small soft">{refused}</p>
      )}
      <Refusal error={build.error} />
    </Empty>
  );
}
