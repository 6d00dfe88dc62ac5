export interface EvidenceProps {
  readonly quotes: readonly { readonly quote: string; readonly source: string }[];
  /** @param at position among the quotes */
  readonly onOpen: (at: number) => void;
}

/** Quotes, each of which opens its document at the place. */
export function Evidence({ quotes, onOpen }: EvidenceProps) {
  return (
    <ol className="evidence">
      {quotes.map(({ quote, source }, at) => (
        <li key={at}>
          <button type="button" onClick={() => onOpen(at)}>
            <q>{quote}</q>
            <span className="small soft">{source}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
