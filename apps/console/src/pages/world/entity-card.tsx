import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Loaded } from '../../parts/states.js';
import { CorrectEntity } from './correct-entity.js';
import type { TypeMarks } from './entity-types.js';
import { EntityPath } from './entity-path.js';
import { Evidence } from './evidence.js';
import { groupRelations, markedPieces } from './tell-entity.js';
import { TypeMark } from './type-mark.js';
import type { WorldPlace } from './use-world.js';
import { dayOf, inWords } from './words.js';
import { cardQuery, type Moment, openingQuery } from './world-queries.js';

const TONES: Readonly<Record<string, string>> = {
  available: 'good',
  gone: 'bad',
  hostile: 'bad',
  closed: 'doubt',
  away: 'doubt',
};

export interface EntityCardProps {
  readonly moment: Moment;
  /** Id, or a name that one entity has. */
  readonly entity: string;
  readonly marks: TypeMarks;
  readonly place: WorldPlace;
}

/** What is known of an entity at a time: what it is, how it stands and stood, its relations, and what says so. */
export function EntityCard({ moment, entity, marks, place }: EntityCardProps) {
  const opening = useQuery(openingQuery(moment, `e:${entity}`));
  const close = () => place.go({ entity: undefined, to: undefined });
  return (
    <article className="entity stack">
      <Loaded query={opening} what="the entity">
        {({ entities, relations, truncated }) => {
          const [self] = entities;
          if (!self) return null;
          const { id, name, type, status, since, availability } = self;
          const groups = groupRelations(id, relations, entities);
          return (
            <>
              <header>
                <TypeMark type={type} marks={marks} />
                <div>
                  <h2>{name}</h2>
                  <span className="small soft">{type === '' ? 'of no known type' : inWords(type)}</span>
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
              <Told moment={moment} id={id} place={place} />
              <section className="stack" aria-label="Relations">
                <h3>Relations</h3>
                {groups.length === 0 && (
                  <p className="soft small">Nothing is known to be related to it at this time.</p>
                )}
                <dl className="relations">
                  {groups.map(({ words, others }) => (
                    <div key={words}>
                      <dt className="small soft">{words}</dt>
                      <dd>
                        {others.map((other) => (
                          <button
                            key={other.id}
                            type="button"
                            className="link"
                            onClick={() => place.go({ entity: other.id, to: undefined })}
                          >
                            {other.name}
                          </button>
                        ))}
                      </dd>
                    </div>
                  ))}
                </dl>
                {truncated > 0 && <p className="small soft">{truncated} more are left out.</p>}
              </section>
              <EntityPath moment={moment} from={id} place={place} />
              <CorrectEntity collection={moment.collection} id={id} name={name} place={place} />
            </>
          );
        }}
      </Loaded>
    </article>
  );
}

function Told({ moment, id, place }: { readonly moment: Moment; readonly id: string; readonly place: WorldPlace }) {
  const card = useQuery(cardQuery(moment, id));
  return (
    <Loaded query={card} what="what is known of it">
      {(known) => {
        if (!known) return <p className="soft small">Nothing more is known of it.</p>;
        const { text, citations, passages = [], changes } = known;
        const open = (number: number) => {
          const cited = citations[number - 1];
          if (cited) place.openDocument(cited.documentId, cited.start, cited.end);
        };
        return (
          <>
            <p className="told">
              {markedPieces(text).map(({ words, marker }, at) => (
                <Fragment key={at}>
                  {words}
                  {marker !== null && citations[marker - 1] && (
                    <button
                      type="button"
                      className="marker"
                      aria-label={`Source ${marker}`}
                      onClick={() => open(marker)}
                    >
                      {marker}
                    </button>
                  )}
                </Fragment>
              ))}
            </p>
            {changes.length > 0 && (
              <section aria-label="Over time">
                <h3>Over time</h3>
                <ol className="timeline">
                  {changes.map(({ entry, session, status, availability, date }) => (
                    <li key={`${entry} ${status}`} data-tone={TONES[availability ?? '']}>
                      <button type="button" className="link" onClick={() => place.go({ at: session })}>
                        Session {session}
                      </button>
                      {date && <span className="small soft"> · {dayOf(date)}</span>}
                      <div>{status ?? 'something else of it changed'}</div>
                    </li>
                  ))}
                </ol>
              </section>
            )}
            {passages.length > 0 && (
              <section aria-label="Evidence">
                <h3>Evidence</h3>
                <Evidence
                  quotes={passages.map(({ text: quote, title, source }) => ({ quote, source: title || source }))}
                  onOpen={(at) => open(at + 1)}
                />
              </section>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
