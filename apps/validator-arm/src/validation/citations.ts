import { pagesOfSpan, statementOf, type CitedSpan, type ClaimCitation, type Source } from '@arbiter/contracts';
import { type Span, splitSentences } from '@arbiter/text';
import type { ClaimSupport, EvidenceSpan } from '../support/support-scorer.js';

/** Spans of one claim that are shown: two passages together can support one, more say the same again. */
const MAX_SPANS = 3;
/** Longest quote, in UTF-16 code units: a sentence or three. */
const MAX_QUOTE = 600;
/** All quotes of one answer together: what is sent must fit a transport of 1 MiB, with escapes. */
const QUOTES_BUDGET = 60_000;
/** A source up to this length is cited with its whole content. */
const WHOLE_SOURCE = 2_000;
/** All whole sources of one answer together. */
const WHOLE_SOURCES_BUDGET = 120_000;

/** Cuts the quotes of one answer from its sources, none of them too long to be sent. */
export class Provenance {
  private readonly byId: ReadonlyMap<string, Source>;
  private readonly longestQuote: number;
  private readonly longestWhole: number;

  /** @param claims how many claims are to be cited */
  constructor(sources: readonly Source[], claims: number) {
    // Of two sources with one id the first counts.
    this.byId = new Map([...sources].reverse().map((source) => [source.id, source]));
    const share = Math.max(1, claims);
    this.longestQuote = Math.min(MAX_QUOTE, Math.floor(QUOTES_BUDGET / share));
    this.longestWhole = Math.min(WHOLE_SOURCE, Math.floor(WHOLE_SOURCES_BUDGET / (share * MAX_SPANS)));
  }

  /** Where the sources support a claim, best first; none for a claim without support. */
  spansOf({ claim, support, spans, method }: ClaimSupport): CitedSpan[] {
    if (support === 'no_support') return [];
    return spans.slice(0, MAX_SPANS).flatMap((span) => {
      const source = this.byId.get(span.sourceId);
      return source
        ? [citedSpan(source, this.quotable(span, source.content, statementOf(claim), method === 'exact_match'))]
        : [];
    });
  }

  /** The sources of these spans, each once, without what would be too long to send. */
  sourcesOf(spans: readonly CitedSpan[]): Source[] {
    const ids = [...new Set(spans.map(({ sourceId }) => sourceId))];
    return ids.flatMap((id) => {
      const source = this.byId.get(id);
      if (!source) return [];
      const quotes = spans.filter(({ sourceId }) => sourceId === id).map(({ quote }) => quote);
      return [source.content.length <= this.longestWhole ? source : { ...source, content: quotes.join('\n') }];
    });
  }

  cite(support: ClaimSupport): ClaimCitation {
    const spans = this.spansOf(support);
    return {
      claim: support.claim.text,
      sources: this.sourcesOf(spans),
      confidence: support.probability,
      verificationMethod: support.method,
      spans,
    };
  }

  /** What is shown of a span: of one that is too long, or holds the claim word for word, the sentences in which the claim stands. */
  private quotable(
    { sourceId, start, end }: EvidenceSpan,
    content: string,
    claim: string,
    isVerbatim: boolean,
  ): EvidenceSpan {
    const from = Math.max(0, Math.min(start, content.length));
    const to = Math.max(from, Math.min(end, content.length));
    const isNarrowed = claim !== '' && (isVerbatim || to - from > this.longestQuote);
    const at = isNarrowed ? content.slice(from, to).indexOf(claim) : -1;
    const stated = at < 0 ? { start: from, end: to } : { start: from + at, end: from + at + claim.length };
    const shown = isNarrowed ? sentencesAround(content, stated, this.longestQuote) : stated;
    if (shown.end - shown.start <= this.longestQuote) return { sourceId, ...shown };
    return { sourceId, start: shown.start, end: wholeCharacters(content, shown.start + this.longestQuote) };
  }
}

/** The sentences that hold a span ("9 wicks" alone says nothing), or the span where they are longer than `most` characters. */
function sentencesAround(content: string, span: Span, most: number): Span {
  if (span.end - span.start > most) return span;
  const from = Math.max(0, span.start - most);
  const sentences = splitSentences(content.slice(from, span.end + most)).filter(
    ({ start, end }) => from + start < span.end && from + end > span.start,
  );
  const start = Math.min(span.start, from + (sentences[0]?.start ?? 0));
  const end = Math.max(span.end, from + (sentences.at(-1)?.end ?? 0));
  return end - start <= most ? { start, end } : span;
}

function citedSpan(source: Source, { start, end }: EvidenceSpan): CitedSpan {
  const { id, document, chunkId, content, score } = source;
  const { title, section, url } = source.metadata;
  const { page, lastPage } = pagesOfSpan(
    { page: source.metadata.page ?? null, metadata: source.metadata },
    { start, end },
  );
  return {
    sourceId: id,
    document,
    chunkId,
    start,
    end,
    quote: content.slice(start, end),
    ...(title !== undefined && { title }),
    ...(page !== null && { page }),
    ...(lastPage !== undefined && { lastPage }),
    ...(section !== undefined && { section }),
    ...(url !== undefined && { url }),
    score,
  };
}

/** The index, or the one before it where it would cut a surrogate pair. */
function wholeCharacters(text: string, index: number): number {
  const before = text.charCodeAt(index - 1);
  return before >= 0xd800 && before <= 0xdbff ? index - 1 : index;
}

/** Claims are shortened to so many characters: the list is to be looked over. */
const LONGEST_CLAIM = 200;

/**
 * What claims rest on, one line each, for people: `- "claim" — Title (p. 12, § Weapons)`. What is not known of a place
 * is left out; a source without a title goes by its address, else by the id of its document.
 */
export function formatCitations(citations: readonly ClaimCitation[]): string {
  return citations.map(formatCitation).join('\n');
}

function formatCitation({ claim, spans = [] }: ClaimCitation): string {
  const places = [...new Set(spans.map(placeOf))];
  return `- "${oneLine(claim)}" — ${places.length === 0 ? 'no source' : places.join('; ')}`;
}

function placeOf({ title, page, lastPage, section, url, document }: CitedSpan): string {
  const name = [title, url, document].map((part) => oneLine(part ?? '')).find((part) => part !== '');
  const details = [
    ...(page === undefined ? [] : [lastPage === undefined ? `p. ${page}` : `pp. ${page}–${lastPage}`]),
    ...(section === undefined || section.trim() === '' ? [] : [`§ ${oneLine(section)}`]),
  ];
  return `${name ?? 'a source without a name'}${details.length === 0 ? '' : ` (${details.join(', ')})`}`;
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('"', "'").trim();
  return line.length <= LONGEST_CLAIM ? line : `${line.slice(0, LONGEST_CLAIM - 1).trimEnd()}…`;
}
