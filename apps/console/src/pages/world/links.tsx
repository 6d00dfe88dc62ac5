import type { ReactNode } from 'react';
import { type Span, useOpenSpan } from '../../parts/answer/place-link.js';
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
  const open = useOpenSpan();
  return (
    <ol className="evidence">
      {quotes.map(({ quote, title, source, documentId, start, end }, at) => (
        <li key={at}>
          {/* A quote that was cut says nothing of the whole span. */}
          <button
            type="button"
            onClick={() => open({ documentId, start, end, ...(quote.length === end - start && { quote }) })}
          >
            <q>{quote}</q>
            <span className="small soft">{title || source}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
