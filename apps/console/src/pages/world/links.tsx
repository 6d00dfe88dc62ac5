import type { ReactNode } from 'react';
import { type Span, useSpanButton } from '../../parts/answer/place-link.js';
import { useWorld, type World } from './use-world.js';

/** Leads to another place of the world, which differs from this one in what is given. */
export function PlaceButton({ children, ...change }: Parameters<World['go']>[0] & { readonly children: ReactNode }) {
  const { go } = useWorld();
  return (
    <button type="button" className="link" onClick={() => go(change)}>
      {children}
    </button>
  );
}

interface Quoted extends Span {
  readonly quote: string;
  readonly title?: string;
  readonly source: string;
}

/** Quotes, each of which opens its document at the place. */
export function Evidence({ quotes }: { readonly quotes: readonly Quoted[] }) {
  return (
    <ol className="evidence">
      {quotes.map((quoted, at) => (
        <li key={at}>
          <QuoteButton {...quoted} />
        </li>
      ))}
    </ol>
  );
}

function QuoteButton({ quote, title, source, documentId, start, end }: Quoted) {
  // A quote that was cut says nothing of the whole span.
  const button = useSpanButton({ documentId, start, end, ...(quote.length === end - start && { quote }) });
  return (
    <button {...button}>
      <q>{quote}</q>
      <span className="small soft">{title || source}</span>
    </button>
  );
}
