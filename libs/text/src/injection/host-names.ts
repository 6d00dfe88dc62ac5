import { parse } from 'tldts';
import { FUNCTION_WORDS } from '../sentences/function-words.js';
import { STOP_WORDS } from '../tokens/terms.js';

/** Of a host as it is written. Browsers ignore the invisible ones. */
export const LABEL_CHARACTER = String.raw`[\p{L}\p{N}\p{M}_\u00AD\u200B-\u200D\u2060\uFEFF-]`;
/** What browsers take for a dot in a host, as it is, escaped, or as an entity of HTML, between marks of emphasis. */
export const DOT = String.raw`\*{0,3}(?:\\?[.。．｡․]|&#46;|&#x2e;|&period;)\*{0,3}`;
const INVISIBLE = /[\u00AD\u200B-\u200D\u2060\uFEFF]/g;

/** Names that are no public ones: RFC 2606, RFC 6762, and what networks of their own use. */
const PRIVATE_SUFFIXES = new Set('example invalid localhost local internal intranet lan'.split(' '));
/** Endings of file names that are suffixes of hosts, too: `main.rs` is a file, `main.rs/x` is not. */
const FILES_OR_HOSTS = new Set('cc md ml mov pl ps py rs sh so tf zip'.split(' '));
const FILES = new Set(
  `avi bak bin bmp bz2 cfg cjs class conf cpp cs css csv dll doc docx env epub exe gif go gz hpp htm html ini ipynb jar java
   jpeg jpg js json jsx kt lock log lua mjs mp3 mp4 odp ods odt pdf php png ppt pptx rar rb rst rtf scala scss sql svelte svg
   swift tar tgz tmp toml ts tsv tsx txt vue wav webp xls xlsx xml xz yaml yml`
    .trim()
    .split(/\s+/),
);
/** Names of products and packages that read as hosts. */
const NO_HOSTS = new Set(
  `ado.net asp.net json.net ml.net paint.net vb.net java.io java.net javax.net kotlin.io org.apache.commons.io socket.io`
    .trim()
    .split(/\s+/),
);
/** Words that begin a sentence, in many languages. */
const BEGINNING_WORDS: ReadonlySet<string> = new Set(
  [STOP_WORDS, ...Object.values(FUNCTION_WORDS)].flatMap((words) => [...words]),
);

/** What follows a host where it stands. */
export interface HostContext {
  /** A port and a path, without the marks of the sentence: `:8080/x`. '' where it stands alone. */
  readonly after: string;
  /** Some characters before it. */
  readonly before: string;
}

/** A label as browsers read it: in lower case, without invisible characters. */
export function readLabel(label: string): string {
  return label.replace(INVISIBLE, '').normalize('NFKC').toLowerCase();
}

/** How many of the labels belong to a host, without the first word of a sentence that follows without a space ("oil.It"). */
export function withoutNextSentence(labels: readonly string[]): number {
  const last = labels.at(-1) ?? '';
  const begins = /^\p{Lu}\p{Ll}*$/u.test(last) && BEGINNING_WORDS.has(last.toLowerCase());
  return begins && /^\p{Lu}?\p{Ll}{2,}$/u.test(labels.at(-2) ?? '') ? labels.length - 1 : labels.length;
}

/** Whether labels with dots between them name a host or a number of one, and not a file, a section or an abbreviation. */
export function isHost(written: readonly string[], context: HostContext): boolean {
  const labels = written.map(readLabel);
  if (labels.length < 2 || labels.includes('')) return false;
  if (labels.every((label) => NUMBER.test(label))) return isNumberOfHost(labels, context);
  const suffix = labels.at(-1) ?? '';
  if (!/^(?:\p{L}[\p{L}\p{M}]+|xn--[a-z0-9-]+)$/u.test(suffix)) return false;
  const path = context.after.replace(/^:\d+/, '');
  const isKnown = PRIVATE_SUFFIXES.has(suffix) || parse(labels.join('.'), PARSED).isIcann === true;
  if (FILES.has(suffix)) return false;
  if (FILES_OR_HOSTS.has(suffix)) return /^[/?]/.test(path) && !isFileName(path);
  // Networks of their own have suffixes of their own. "St.Gallen/Basel" is none.
  if (context.after !== '') return isKnown || /^\p{Ll}+$/u.test(written.at(-1) ?? '');
  return isKnown && !NO_HOSTS.has(labels.join('.')) && !isAbbreviation(written);
}

const PARSED = { extractHostname: false, validateHostname: false };
const NUMBER = /^(?:0x[\da-f]+|\d+)$/;
const FILE_NAME = /\.(\p{L}[\p{L}\p{N}]*)$/u;

/** Whether a path ends in the name of a file. */
export function isFileName(path: string): boolean {
  const ending = FILE_NAME.exec(path)?.[1]?.toLowerCase() ?? '';
  return FILES.has(ending) || FILES_OR_HOSTS.has(ending);
}

/** "U.S.Open", "M.Sc", "7.30.pm". */
function isAbbreviation(written: readonly string[]): boolean {
  const before = written.slice(0, -1);
  if (/^\d+$/.test(before.at(-1) ?? '') && written.at(-1)?.length === 2) return true;
  return before.every((label) => label.length === 1) && (before.length > 1 || /\p{Lu}/u.test(before[0] ?? ''));
}

const SECTION =
  /(?:§|\b(?:sections?|sec|chapters?|clauses?|versions?|ver|releases?|v|articles?|art|parts?|annex|appendix|figures?|fig|tables?|paragraphs?|para|rules?|items?|steps?|no|abschnitte?|kapitel|ziffern?|nummern?|nr|absatz|oid)\.?)\s{0,3}$/iu;

/**
 * `203.0.113.7`, `0xcb.0.0x71.7` or `0313.0.0161.7`. One that follows "section" or "version", or has single digits only, is the
 * number of a section: nobody but the oldest networks has such addresses.
 */
function isNumberOfHost(labels: readonly string[], { before, after }: HostContext): boolean {
  const isHexadecimal = labels.some((label) => label.startsWith('0x'));
  if (isHexadecimal ? labels.length > 4 : labels.length !== 4) return false;
  if (labels.some((label) => valueOf(label) > 255) && !isHexadecimal) return false;
  if (/^:\d{2}|^(?::\d+)?\/\p{L}/u.test(after)) return true;
  return !SECTION.test(before) && labels.some((label) => label.length > 1);
}

function valueOf(label: string): number {
  return label.startsWith('0') && /^[0-7]+$/.test(label) ? parseInt(label, 8) : Number(label);
}
