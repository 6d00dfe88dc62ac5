import type { Citation } from '@arbiter/contracts';
import { placeWords, type Span, useIsOpen, useOpenSpan } from './place-link.js';

/** A number in the text that opens the document at the span that the sentence rests on. */
export function Marker({ citation }: { readonly citation: Citation }) {
  const open = useOpenSpan();
  const isOpen = useIsOpen(citation);
  return (
    <button
      type="button"
      className="marker"
      aria-pressed={isOpen}
      aria-label={`Source ${citation.marker}: ${placeWords(citation)}`}
      title={`${placeWords(citation)}\n“${citation.quote}”`}
      onClick={() => open(citation)}
    >
      {citation.marker}
    </button>
  );
}

/** A cited passage as a card that opens its document at the passage. */
export function PassageCard({ citation, label }: { readonly citation: Citation; readonly label?: string }) {
  const open = useOpenSpan();
  const isOpen = useIsOpen(citation);
  return (
    <li className="passage" data-open={isOpen || undefined}>
      <button type="button" aria-pressed={isOpen} onClick={() => open(citation)}>
        {label !== undefined && <span className="number">{label}</span>}
        <span className="words">
          <q>{citation.quote}</q>
          <span className="small soft">
            {placeWords(citation)} · {citation.source}
          </span>
        </span>
      </button>
      {citation.alsoAt && (
        <p className="also small soft">
          Also in{' '}
          {citation.alsoAt.map((place) => (
            <SpanButton key={`${place.documentId} ${place.start}`} span={place}>
              {placeWords(place)}
            </SpanButton>
          ))}
        </p>
      )}
    </li>
  );
}

export function SpanButton({ span, children }: { readonly span: Span; readonly children: string }) {
  const open = useOpenSpan();
  const isOpen = useIsOpen(span);
  return (
    <button type="button" className="linklike" aria-pressed={isOpen} onClick={() => open(span)}>
      {children}
    </button>
  );
}
