import type { Citation } from '@arbiter/contracts';
import { PagePicture } from '../page-picture.js';
import { isPageAlone, pageWords, placeWords, type Span, useSpanButton } from './place-link.js';

/** A number in the text that opens the document at the span that the sentence rests on. */
export function Marker({ citation }: { readonly citation: Citation }) {
  const button = useSpanButton(citation);
  return (
    <button
      {...button}
      className="marker"
      aria-label={`Source ${citation.marker}: ${placeWords(citation)}`}
      title={isPageAlone(citation) ? pageWords(citation) : `${placeWords(citation)}\n“${citation.quote}”`}
    >
      {citation.marker}
    </button>
  );
}

/** A cited passage as a card that opens its document at the passage. */
export function PassageCard({ citation, label }: { readonly citation: Citation; readonly label?: string | undefined }) {
  const button = useSpanButton(citation);
  const { documentId, title, page, quote, box } = citation;
  const isAlone = isPageAlone(citation);
  return (
    <li className="passage" data-open={button['aria-pressed'] || undefined}>
      <button {...button}>
        {label !== undefined && <span className="number">{label}</span>}
        {page !== null && (isAlone || box) && <PagePicture of={{ documentId, title, page }} />}
        <span className="words">
          {isAlone ? <span aria-hidden="true">{pageWords(citation)}</span> : <q>{quote}</q>}
          <span className="small soft">
            {!isAlone && `${placeWords(citation)} · `}
            {citation.source}
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
  const button = useSpanButton(span);
  return (
    <button {...button} className="linklike">
      {children}
    </button>
  );
}
