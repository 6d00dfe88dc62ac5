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

/** Quotes, each of which opens its document at the place. */
export function Evidence({ quotes }: { readonly quotes: readonly (Span & Record<'quote' | 'source', string>)[] }) {
  const open = useOpenSpan();
  return (
    <ol className="evidence">
      {quotes.map((cited, at) => (
        <li key={at}>
          <button type="button" onClick={() => open(cited)}>
            <q>{cited.quote}</q>
            <span className="small soft">{cited.source}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
