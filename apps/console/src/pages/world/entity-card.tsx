import { useQuery } from '@tanstack/react-query';
import { Marker } from '../../parts/answer/citations.js';
import { cutText, overlayOf } from '../../parts/answer/overlay.js';
import { Loaded } from '../../parts/states.js';
import { asked } from '../../server/asked.js';
import { MAX_OPENINGS, type NodeId } from './atlas.js';
import { CorrectEntity } from './corrections.js';
import { EntitySearch } from './entity-search.js';
import { TypeMark } from './type-mark.js';
import { Evidence, PlaceButton } from './links.js';
import { useWorld } from './use-world.js';
import { dayOf, inWords, relationsInWords } from './words.js';
import { namesQuery, openingQuery } from './world-queries.js';

/** Of a badge, by whether a thing can be used. */
const TONES: Record<string, string> = {
  available: 'good',
  gone: 'bad',
  hostile: 'bad',
  closed: 'doubt',
  away: 'doubt',
};

/** What is known of an entity at a time: what it is, how it stands and stood, its relations, and what says so. */
export function EntityCard({ entity }: { readonly entity: string }) {
  const { moment, go } = useWorld();
  const opening = useQuery(openingQuery(moment, `e:${entity}`));
  const close = () => go({ entity: undefined, to: undefined });
  return (
    <article className="entity stack">
      <Loaded query={opening} what="the entity">
        {({ subgraph }) => {
          const [self] = subgraph.entities;
          if (!self) return null;
          const { id, name, type, status, since, availability } = self;
          const relations = relationsInWords(id, subgraph);
          return (
            <>
              <header>
                <TypeMark type={type} />
                <div>
                  <h2>{name}</h2>
                  <span className="small soft">{inWords(type) || 'of no kind yet'}</span>
                </div>
                <button type="button" className="quiet" aria-label={`Close ${name}`} onClick={close}>
                  ✕
                </button>
              </header>
              {status !== null && (
                <p className="status">
                  <span className="badge" data-tone={TONES[availability]}>
                    {status}
                  </span>
                  {since !== null && <span className="small soft"> since session {since}</span>}
                </p>
              )}
              <Told id={id} />
              <section className="stack" aria-label="Relations">
                <h3>Relations</h3>
                {relations.length === 0 && (
                  <p className="soft small">Nothing is known to be related to it at this time.</p>
                )}
                <dl className="relations">
                  {relations.map(([words, others]) => (
                    <div key={words}>
                      <dt className="small soft">{words}</dt>
                      <dd>
                        {[...others].map(([other, called]) => (
                          <PlaceButton key={other} entity={other} to={undefined}>
                            {called}
                          </PlaceButton>
                        ))}
                      </dd>
                    </div>
                  ))}
                </dl>
                {subgraph.truncated > 0 && <p className="small soft">{subgraph.truncated} more are left out.</p>}
              </section>
              <EntityPath from={id} />
              <CorrectEntity id={id} name={name} />
            </>
          );
        }}
      </Loaded>
    </article>
  );
}

function Told({ id }: { readonly id: string }) {
  const { moment } = useWorld();
  const card = useQuery(asked('expand', { ...moment, ids: [id], includePassages: true, maxTokens: 2_000 }));
  return (
    <Loaded query={card} what="what is known of it">
      {({ expansions: [known] }) => {
        if (!known) return <p className="soft small">Nothing more is known of it.</p>;
        const { text, passages = [], changes } = known;
        const cited = passages.map((passage, at) => ({ ...passage, marker: at + 1, quote: passage.text }));
        const overlay = overlayOf({ answer: text, citations: cited });
        return (
          <>
            <p className="told">
              {cutText({ type: 'text', value: text }, overlay).map((piece, at) => {
                if (piece.kind === 'marker') return <Marker key={at} citation={piece.citation} />;
                return piece.kind === 'text' && piece.text;
              })}
            </p>
            {changes.length > 0 && (
              <section aria-label="Over time">
                <h3>Over time</h3>
                <ol className="timeline">
                  {changes.map(({ entry, session, status, availability, date }) => (
                    <li key={`${entry} ${status}`} data-tone={TONES[availability ?? '']}>
                      <PlaceButton at={session}>Session {session}</PlaceButton>
                      {date && <span className="small soft"> · {dayOf(date)}</span>}
                      <div>{status ?? 'something else of it changed'}</div>
                    </li>
                  ))}
                </ol>
              </section>
            )}
            {cited.length > 0 && (
              <section aria-label="Evidence">
                <h3>Evidence</h3>
                <Evidence quotes={cited} />
              </section>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

/** How an entity hangs together with another one, which stands in the address. */
function EntityPath({ from }: { readonly from: string }) {
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
