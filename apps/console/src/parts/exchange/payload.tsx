import type { Citation, Passage } from '@arbiter/contracts';
import { useState } from 'react';
import { Facts } from '../answer/checks.js';
import { PassageCard, SpanButton } from '../answer/citations.js';
import { Markdown } from '../answer/markdown.js';
import { PageButton } from '../page-picture.js';
import type { AgentResult } from './exchange.js';
import { readPage, readReading, type ShownReading } from './read-page.js';

type Thing = Readonly<Record<string, unknown>>;

/** How many of a result are drawn before somebody asks for all. */
const SHOWN = 5;

/** What a tool has given, drawn by its kind. */
export function Payload({ result: { objects, payload_type: kind, metadata } }: { readonly result: AgentResult }) {
  const [isWhole, setWhole] = useState(false);
  if (objects.length === 0) return <p className="soft small">Nothing.</p>;
  const shown = isWhole ? objects : objects.slice(0, SHOWN);
  return (
    <>
      {kind === 'interpretations' && metadata.mode === 'words' && (
        <p className="notice small">
          {textOf(metadata.summary) || 'Nothing was read in the pictures: these are the words found on the pages.'}
        </p>
      )}
      {kind === 'table' ? (
        <Table rows={shown} />
      ) : (
        <ul className={kind === 'colqwen_pages' ? 'passages page-row' : 'passages'}>
          {shown.map((thing, index) => (
            <Told key={index} {...{ kind, thing }} />
          ))}
        </ul>
      )}
      {shown.length < objects.length && (
        <button type="button" className="quiet small" onClick={() => setWhole(true)}>
          Show all {objects.length}
        </button>
      )}
    </>
  );
}

/** A passage as a citation of the whole of it; null for what is none. */
function passageOf(thing: Thing): Citation | null {
  const { documentId, text, quote, start, end } = thing as Partial<Passage & Citation>;
  const words = quote ?? text;
  if (typeof documentId !== 'string' || typeof words !== 'string') return null;
  if (typeof start !== 'number' || typeof end !== 'number') return null;
  const named = { title: '', source: '', section: [], page: null, collection: '', chunkId: '', score: 0, marker: 1 };
  return { ...named, ...thing, documentId, start, end, quote: words };
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

const TEXTS = ['text', 'definition', 'interpretation', 'summary', 'answer', 'message'];

interface ToldProps {
  readonly kind: AgentResult['payload_type'];
  readonly thing: Thing;
}

/** A page, a passage, or a thing with its name and its text where it has them, else all that is known of it. */
function Told({ kind, thing }: ToldProps) {
  const page = kind === 'colqwen_pages' && readPage(thing);
  if (page)
    return (
      <li>
        <PageButton of={page} />
      </li>
    );
  const reading = kind === 'interpretations' && readReading(thing);
  if (reading) return <Reading of={reading} />;
  const passage = passageOf(thing);
  if (passage) return <PassageCard citation={passage} />;
  const { name, type, since, documentId, title, relations } = thing;
  const text = TEXTS.find((key) => typeof thing[key] === 'string');
  const heading = textOf(name ?? title);
  return (
    <li className="passage named">
      {heading !== '' && (
        <p>
          <strong>{heading}</strong> {typeof type === 'string' && <span className="badge">{type}</span>}
        </p>
      )}
      {since !== undefined && <p className="small">{textOf(since)}</p>}
      {text === undefined ? (
        <Facts facts={Object.entries(thing).map(([key, value]) => [key, [textOf(value)]])} />
      ) : (
        <Markdown text={textOf(thing[text])} />
      )}
      {Array.isArray(relations) && <p className="small soft">{relations.map(textOf).join(' · ')}</p>}
      {typeof documentId === 'string' && (
        <SpanButton span={{ documentId, start: 0, end: 0 }}>Open the document</SpanButton>
      )}
    </li>
  );
}

/** A page beside what was read in its picture, or beside its words where nothing was. */
function Reading({ of: { page, sentences, words } }: { readonly of: ShownReading }) {
  const isRead = sentences.length > 0;
  return (
    <li className="card reading">
      <PageButton of={page} />
      {/* What scrolls must be reachable by keyboard. */}
      <div
        className="words"
        tabIndex={0}
        role="group"
        aria-label={isRead ? 'Read in the picture' : 'Words on the page'}
      >
        {sentences.map((sentence, index) => (
          <p key={index}>{sentence}</p>
        ))}
        {!isRead && <p className="small">{words.trim().replaceAll(/\n+/g, '\n') || 'No words were found on it.'}</p>}
      </div>
    </li>
  );
}

function Table({ rows }: { readonly rows: readonly Thing[] }) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return (
    <div className="wide" tabIndex={0} role="group" aria-label="Table">
      <table className="small">
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {names.map((name) => (
                <td key={name}>{textOf(row[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
