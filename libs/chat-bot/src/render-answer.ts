import { buttonId } from './button-ids.js';
import type { QuoteContext } from './library-client.js';
import { placeOf, quotedIn, type ShownAnswer, type ShownCitation } from './shown-answer.js';
import { clipped, splitText } from './split-text.js';

/** How a vendor writes text. */
export interface Dialect {
  /** Longest text of a message, in UTF-16 code units. */
  readonly limit: number;
  /** Makes foreign text plain: no markup, no mention of anybody. */
  escape(text: string): string;
  bold(escaped: string): string;
  /** @param url http or https */
  link(escaped: string, url: string): string;
}

/** Does something in the bot, or opens an address. */
export interface ShownButton {
  /** Plain text. */
  readonly label: string;
  /** At most 100 characters; see `readButtonId`. */
  readonly id?: string;
  readonly url?: string;
  readonly isDangerous?: boolean;
}

/** One message of the bot. */
export interface ShownPart {
  /** In the vendor's markup, within its limit. */
  readonly text: string;
  /** Of an answer: for the citations whose markers the text holds first. */
  readonly buttons: readonly ShownButton[];
}

/** Longest quote of a closest passage, in UTF-16 code units. */
const QUOTE_LENGTH = 300;
/** Stands for the quote of a page without words. */
const PICTURE = 'the picture of the page';
/** Longest label of a button: 75 with Slack, 80 with Discord. */
const LABEL_LENGTH = 75;
/** Captured, so that a text split here keeps its markers, at the odd places. */
const MARKER = /(\[\d{1,4}\])/;

/** An answer, or a refusal with the closest passages, as messages. */
export function renderAnswer(answer: ShownAnswer, dialect: Dialect): readonly ShownPart[] {
  const citations = quotedIn(answer);
  const isRefusal = answer.status === 'declined';
  const sources = citations.map((citation) => {
    const place = dialect.escape(placeOf(citation));
    const line = `[${citation.marker}] ${citation.url === undefined ? place : dialect.link(place, citation.url)}`;
    const quote = clipped(citation.quote.replaceAll(/\s+/g, ' '), QUOTE_LENGTH) || PICTURE;
    return isRefusal ? `${line}\n> ${dialect.escape(quote)}` : line;
  });
  const pieces = answer.answer.split(MARKER).map((piece, at) => (at % 2 === 0 ? dialect.escape(piece) : piece));
  const sections = [
    pieces.join(''),
    sources.length > 0 && `${dialect.bold(isRefusal ? 'Closest passages' : 'Sources')}\n${sources.join('\n')}`,
    dialect.escape([standingOf(answer), ...answer.notices].filter(Boolean).join(' ')),
  ];
  const texts = splitText(sections.filter(Boolean).join('\n\n'), dialect.limit);
  return withButtons(texts, answer.id, citations);
}

/** A text of the bot itself, or of the server, as one message. */
export function renderText(text: string, dialect: Dialect): readonly [ShownPart] {
  return [{ text: clipped(dialect.escape(text), dialect.limit), buttons: [] }];
}

/** A citation's quote between what stands around it, as one message. The quote itself is cut last. */
export function renderQuote(
  citation: ShownCitation,
  { before, after }: QuoteContext,
  dialect: Dialect,
): readonly ShownPart[] {
  const { marker, quote, url, start } = citation;
  const shown = (text: string) => dialect.escape(text.replaceAll(/\s+/g, ' '));
  // Headings and rows of a table stay apart.
  const lines = (text: string) => text.replaceAll(/\n\s*/g, '\n').split('\n').map(shown).join('\n> ');
  const heading = `${dialect.bold(`[${marker}] ${dialect.escape(placeOf(citation))}`)}\n`;
  const core = dialect.bold(shown(quote.trim()));
  // The text before may reach back to the beginning of the document.
  const opening = before.length < start ? '…' : '';
  const full = `${heading}> ${opening}${lines(before)}${core}${lines(after)}…`;
  const short = `${heading}> ${core}`;
  const texts = quote === '' ? [`${heading}> ${PICTURE}`] : [full, short];
  const text = texts.find(({ length }) => length <= dialect.limit) ?? clipped(heading + shown(quote), dialect.limit);
  return [{ text, buttons: url === undefined ? [] : [{ label: 'Open in the console', url }] }];
}

function standingOf({ status, confidence }: ShownAnswer): string {
  if (status === 'declined') return '';
  if (confidence === null) return 'Not checked against its sources.';
  // Rounded down: what is not certain must not read as 100 %.
  return `Checked against its sources; ${Math.floor(confidence * 100 + 1e-9)} % certain.`;
}

/** Each citation gets its button below the part that holds its marker first. */
function withButtons(texts: readonly string[], answerId: string, citations: readonly ShownCitation[]): ShownPart[] {
  let open = citations;
  return texts.map((text) => {
    const isHere = ({ marker }: ShownCitation) => text.includes(`[${marker}]`);
    const buttons = open.filter(isHere).map((citation) => ({
      id: buttonId({ answerId, marker: citation.marker }),
      label: clipped(`${citation.marker} · ${placeOf(citation)}`, LABEL_LENGTH),
    }));
    open = open.filter((citation) => !isHere(citation));
    return { text, buttons };
  });
}
