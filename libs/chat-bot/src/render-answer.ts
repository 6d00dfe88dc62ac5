import { buttonId } from './button-ids.js';
import { placeOf, quotedIn, type ShownAnswer, type ShownCitation } from './shown-answer.js';
import { splitText } from './split-text.js';

/** How a vendor writes text. */
export interface Dialect {
  /** Longest text of a message, in UTF-16 code units. */
  readonly limit: number;
  /** Makes foreign text plain: no markup, no mention of anybody. */
  escape(text: string): string;
  bold(escaped: string): string;
  quote(escaped: string): string;
  /** @param url http or https */
  link(escaped: string, url: string): string;
}

/** Shows the quote of a citation. */
export interface QuoteButton {
  /** At most 100 characters; see `readButtonId`. */
  readonly id: string;
  readonly marker: number;
  /** Plain text; what it names may be longer than a vendor's label. */
  readonly label: string;
}

/** One message of an answer. */
export interface ShownPart {
  /** In the vendor's markup, within its limit. */
  readonly text: string;
  /** For the citations whose markers the text holds first. */
  readonly buttons: readonly QuoteButton[];
}

/** Longest quote of a closest passage, in UTF-16 code units. */
const QUOTE_LENGTH = 300;
const MARKER = /\[(\d{1,4})\]/g;

/** An answer, or a refusal with the closest passages, as messages. */
export function renderAnswer(answer: ShownAnswer, dialect: Dialect): readonly ShownPart[] {
  const quoted = quotedIn(answer);
  const isRefusal = answer.status === 'declined';
  const sources = quoted.map((citation) => (isRefusal ? closestPassage : source)(citation, dialect));
  const sections = [
    escaped(answer.answer, dialect),
    ...(sources.length > 0
      ? [`${dialect.bold(isRefusal ? 'Closest passages' : 'Sources')}\n${sources.join('\n')}`]
      : []),
    dialect.escape([standingOf(answer), ...answer.notices].filter(Boolean).join(' ')),
  ];
  const texts = splitText(sections.filter(Boolean).join('\n\n'), dialect.limit);
  return withButtons(texts, answer.id, quoted);
}

/** A text of the bot itself, or of the server, as one message. */
export function renderText(text: string, dialect: Dialect): readonly ShownPart[] {
  return [{ text: splitText(dialect.escape(text), dialect.limit)[0] ?? '', buttons: [] }];
}

/** A citation's quote between what stands around it, as one message. The quote itself is cut last. */
export function renderQuote(
  citation: ShownCitation,
  { before, quote, after }: { readonly before: string; readonly quote: string; readonly after: string },
  dialect: Dialect,
): string {
  const place = dialect.escape(placeOf(citation));
  const shown = (text: string) => dialect.escape(text.replaceAll(/\s+/g, ' '));
  const heading = `${dialect.bold(`[${citation.marker}] ${place}`)}\n`;
  const core = dialect.bold(shown(quote.trim()));
  const full = heading + dialect.quote(`…${shown(before)}${core}${shown(after)}…`);
  if (full.length <= dialect.limit) return full;
  const short = heading + dialect.quote(core);
  return short.length <= dialect.limit ? short : (splitText(heading + shown(quote), dialect.limit)[0] ?? '');
}

/** Markers stay: everything between them is escaped. */
function escaped(text: string, dialect: Dialect): string {
  let out = '';
  let from = 0;
  for (const { 0: marker, index } of text.matchAll(MARKER)) {
    out += dialect.escape(text.slice(from, index)) + marker;
    from = index + marker.length;
  }
  return out + dialect.escape(text.slice(from));
}

function source(citation: ShownCitation, dialect: Dialect): string {
  const place = dialect.escape(placeOf(citation));
  return `[${citation.marker}] ${citation.url === undefined ? place : dialect.link(place, citation.url)}`;
}

function closestPassage(citation: ShownCitation, dialect: Dialect): string {
  const { quote } = citation;
  const shown = quote.length > QUOTE_LENGTH ? `${splitText(quote, QUOTE_LENGTH)[0]} …` : quote;
  return `${source(citation, dialect)}\n${dialect.quote(dialect.escape(shown.replaceAll(/\s+/g, ' ')))}`;
}

function standingOf({ status, confidence }: ShownAnswer): string {
  if (status === 'declined') return '';
  if (confidence === null) return 'Not checked against its sources.';
  // Rounded down: what is not certain must not read as 100 %.
  return `Checked against its sources; ${Math.floor(confidence * 100 + 1e-9)} % certain.`;
}

/** Each citation gets its button below the part that holds its marker first. */
function withButtons(texts: readonly string[], answerId: string, quoted: readonly ShownCitation[]): ShownPart[] {
  let open = [...quoted];
  return texts.map((text) => {
    const here = open.filter(({ marker }) => text.includes(`[${marker}]`));
    open = open.filter((citation) => !here.includes(citation));
    const buttons = here.map((citation) => ({
      id: buttonId(answerId, citation.marker),
      marker: citation.marker,
      label: `${citation.marker} · ${placeOf(citation)}`,
    }));
    return { text, buttons };
  });
}
