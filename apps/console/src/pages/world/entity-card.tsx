import { useQuery } from '@tanstack/react-query';
import { cutText, NO_OVERLAY } from '../../parts/answer/overlay.js';
import { useOpenSpan } from '../../parts/answer/place-link.js';
import { Loaded } from '../../parts/states.js';
import { CorrectEntity } from './correct-entity.js';
import { EntityPath } from './entity-path.js';
import { TypeMark } from './type-mark.js';
import { Evidence, PlaceButton } from './links.js';
import { useWorld } from './use-world.js';
import { dayOf, inWords, relationsInWords } from './words.js';
import { asked, openingQuery } from './world-queries.js';

const TONES: Readonly<Record<string, string>> = {
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
                  <span className="small soft">{inWords(type) || 'of no known type'}</span>
                </div>
                <button
                  type="button"
                  className="quiet"
                  aria-label={`Close ${name}`}
                  onClick={() => go({ entity: undefined, to: undefined })}
                >
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
  const open = useOpenSpan();
  const card = useQuery(asked('expand', { ...moment, ids: [id], includePassages: true, maxTokens: 2_000 }));
  return (
    <Loaded query={card} what="what is known of it">
      {({ expansions: [known] }) => {
        if (!known) return <p className="soft small">Nothing more is known of it.</p>;
        const { text, citations, passages = [], changes } = known;
        const cited = new Map(citations.map((citation, at) => [at + 1, citation]));
        const pieces = cutText({ text, start: null }, { ...NO_OVERLAY, markers: new Set(cited.keys()) });
        const quotes = passages.flatMap(({ text: quote, title, source }, at) => {
          const citation = citations[at];
          return citation ? { ...citation, quote, source: title || source } : [];
        });
        return (
          <>
            <p className="told">
              {pieces.map((piece, at) => {
                if (piece.kind !== 'marker') return piece.kind === 'text' && piece.text;
                const citation = cited.get(piece.marker);
                return (
                  <button
                    key={at}
                    type="button"
                    className="marker"
                    aria-label={`Source ${piece.marker}`}
                    onClick={() => citation && open(citation)}
                  >
                    {piece.marker}
                  </button>
                );
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
            {quotes.length > 0 && (
              <section aria-label="Evidence">
                <h3>Evidence</h3>
                <Evidence quotes={quotes} />
              </section>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
