import { firstFrom } from '../markup/first-from.js';
import type { Span } from '../span.js';
import { STOP_WORDS } from '../tokens/terms.js';
import { DOT, isFileName, isHost, LABEL_CHARACTER, readLabel, withoutNextSentence } from './host-names.js';

/** An address as it stands in a text. */
export interface FoundAddress extends Span {
  /** What a source may hold instead of the whole: the host where there is no more than that, in lower case. */
  readonly host?: string;
}

/** Marks that end a sentence rather than an address. */
const TRAILING = '.,;:!?)»”’。';
/** Characters before an address that are read to tell what it is. */
const BEFORE = 40;

/** A scheme, `www.`, or two slashes without a scheme. */
const SCHEMED =
  /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.|mailto:)(?=[^\s<>"'`|\\^{}[\]])|(?<![\p{L}\p{N}:/\\.])\/\/(?=[\p{L}\p{N}])/giu;
/** `\\host\share`, also where Markdown or JSON writes each backslash twice. */
const SHARE =
  /(?<![\\\p{L}\p{N}])(?<!\b[a-z]:)(?:\\{4}[\p{L}\p{N}][\p{L}\p{N}._@-]{0,100}\\{1,2}|\\{2}[\p{L}\p{N}][\p{L}\p{N}._@-]{0,100}\\)(?=[\p{L}\p{N}$_.])/giu;
const SHARE_END = /[\s<>"'`|^{}[\]]/g;
const ADDRESS_END = /[\s<>"'`|\\^{}[\]]/g;

const BRACKETED_DOT = String.raw`[^\S\n]?[[({][^\S\n]?(?:[.。]|dot|punkt)[^\S\n]?[\])}][^\S\n]?`;
const LABEL = `(?<!${LABEL_CHARACTER})${LABEL_CHARACTER}+`;
const chain = (dot: string): RegExp => new RegExp(`${LABEL}(?:(?:${dot})${LABEL_CHARACTER}+)+`, 'giu');
/** Labels with dots between them, and with what people write to keep a host from becoming a link. */
const PLAIN = chain(DOT);
const DEFANGED = chain(`${DOT}|${BRACKETED_DOT}`);
/** Most texts hold neither, and are not read for them. */
const HOLDS_BRACKETED_DOT = new RegExp(BRACKETED_DOT, 'iu');
const HOLDS_SPOKEN_DOT = /[^\S\n]dot[^\S\n]/i;
const ANY_DOT = new RegExp(`${DOT}|${BRACKETED_DOT}`, 'giu');
const PORT = /:\d{1,5}(?!\d)/y;
const PATH_OPENING = /[/?#]|[^\S\n]?[[({][^\S\n]?(?:\/|slash)[^\S\n]?[\])}]/iy;
/** "evil dot example slash login". */
const SPOKEN = new RegExp(
  `${LABEL}(?:[^\\S\\n]dot[^\\S\\n]${LABEL_CHARACTER}+)+(?:[^\\S\\n](?:slash|forward slash)(?:[^\\S\\n]${LABEL_CHARACTER}+)?)*`,
  'giu',
);
const SPOKEN_SLASH = /[^\S\n](?:forward )?slash\b/i;
/** Suffixes that are said with "dot" where no path follows: a "red dot design" is none. */
const SPOKEN_SUFFIXES = new Set('com net org io info biz dev example'.split(' '));

const MAILBOX = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+(?:@|[^\S\n]?[[({][^\S\n]?(?:@|at)[^\S\n]?[\])}][^\S\n]?)/giu;
const VERSION_6 = /(?<![\p{L}\p{N}:.])(?:[\da-f]{0,4}:){2,7}[\da-f]{0,4}(?![\p{L}\p{N}:])/giu;
/** A host as one number. */
const WHOLE_NUMBER = /(?<![\p{L}\p{N}.])(?:0x[\da-f]{7,8}|\d{9,10})(?=:\d{2,5}(?!\d)|\/\p{L})/giu;
/** One label with a port or a path. */
const SINGLE = new RegExp(
  String.raw`(?<![\p{L}\p{N}\p{M}@.:/\\_-])(?=\p{L})${LABEL_CHARACTER}{2,63}(?=\/|:\d{2,5}(?![\p{L}\p{N}]))`,
  'giu',
);
/** Sends a reader to what follows. */
const SENT_TO =
  /\b(?:see|visit|browse(?: to)?|navigate to|go to|(?:log|sign|logged|signed) (?:in|on|up) (?:at|on|to|via)|register (?:at|on|via)|available at|siehe|besuchen sie)\s+$/i;

/** Addresses in a text in their order, none over another. Takes time in proportion to the length of the text. */
export function findAddresses(text: string): FoundAddress[] {
  const found = [
    ...schemed(text),
    ...hosts(text, PLAIN),
    ...(HOLDS_BRACKETED_DOT.test(text) ? hosts(text, DEFANGED) : []),
    ...(HOLDS_SPOKEN_DOT.test(text) ? spokenHosts(text) : []),
    ...numbers(text),
    ...singleLabels(text),
  ].sort((a, b) => a.start - b.start || b.end - a.end);
  const apart: FoundAddress[] = [];
  for (const next of found) {
    const last = apart.at(-1);
    if (!last || next.start >= last.end) apart.push(next);
    else if (next.end > last.end) apart[apart.length - 1] = { start: last.start, end: next.end };
  }
  return apart;
}

function* schemed(text: string): Generator<FoundAddress> {
  const endFrom = firstFrom(text, ADDRESS_END);
  for (const { index, 0: head } of text.matchAll(SCHEMED)) {
    yield { start: index, end: withoutTrailing(text, index, endFrom(index + head.length) ?? text.length) };
  }
  const shareEnd = firstFrom(text, SHARE_END);
  for (const { index, 0: head } of text.matchAll(SHARE)) {
    yield { start: index, end: withoutTrailing(text, index, shareEnd(index + head.length) ?? text.length) };
  }
}

function* hosts(text: string, pattern: RegExp): Generator<FoundAddress> {
  const after = behindHost(text);
  const mailboxes = new Map(
    [...text.matchAll(MAILBOX)].map(({ index, 0: local }) => [index + local.length, index] as const),
  );
  for (const { index, 0: match } of text.matchAll(pattern)) {
    const labels = match.split(ANY_DOT);
    const kept = withoutNextSentence(labels);
    const whole = kept === labels.length;
    const end = whole ? index + match.length : index + lengthOf(match, kept);
    const last = after(end);
    // What a dot leads is the name of a file: `.env.local`.
    const isDotFile = text[index - 1] === '.' && last === end && !/[\p{L}\p{N}.]/u.test(text[index - 2] ?? '');
    const context = { before: text.slice(Math.max(0, index - BEFORE), index), after: text.slice(end, last) };
    if (isDotFile || !isHost(labels.slice(0, kept), context)) continue;
    const mailbox = mailboxes.get(index);
    const start = mailbox ?? index + (/^-*/.exec(match)?.[0].length ?? 0);
    const host = labels.slice(0, kept).map(readLabel).join('.');
    yield { start, end: last, ...(last === end && mailbox === undefined && { host }) };
  }
}

/** Characters of the first labels of a chain. */
function lengthOf(match: string, labels: number): number {
  const dots = [...match.matchAll(ANY_DOT)];
  return dots[labels - 1]?.index ?? match.length;
}

/** @returns a function from the end of a host to that of its address, with port and path; to be asked with ends that never fall */
function behindHost(text: string): (end: number) => number {
  const endFrom = firstFrom(text, ADDRESS_END);
  return (end) => {
    PORT.lastIndex = end;
    const port = end + (PORT.exec(text)?.[0].length ?? 0);
    PATH_OPENING.lastIndex = port;
    const opening = PATH_OPENING.exec(text)?.[0].length ?? 0;
    if (opening === 0) return port;
    return Math.max(port, withoutTrailing(text, port, endFrom(port + opening) ?? text.length));
  };
}

function* spokenHosts(text: string): Generator<FoundAddress> {
  for (const { index, 0: match } of text.matchAll(SPOKEN)) {
    const [spoken = '', ...path] = match.split(SPOKEN_SLASH);
    const labels = spoken.split(HOLDS_SPOKEN_DOT);
    const hasPath = path.length > 0 || text[index + match.length] === '/';
    const isSaid =
      SPOKEN_SUFFIXES.has(labels.at(-1)?.toLowerCase() ?? '') && !STOP_WORDS.has(labels[0]?.toLowerCase() ?? '');
    if (!hasPath && !isSaid) continue;
    if (isHost(labels, { before: '', after: hasPath ? '/' : '' })) yield { start: index, end: index + match.length };
  }
}

function* numbers(text: string): Generator<FoundAddress> {
  const after = behindHost(text);
  for (const { index, 0: number } of text.matchAll(WHOLE_NUMBER)) {
    if (Number(number) < 2 ** 32) yield { start: index, end: after(index + number.length) };
  }
  const afterGroups = behindHost(text);
  for (const { index, 0: groups } of text.matchAll(VERSION_6)) {
    const end = index + groups.length;
    const isBracketed = text[index - 1] === '[' && text[end] === ']';
    if (!isVersion6(groups, isBracketed)) continue;
    yield isBracketed ? { start: index - 1, end: afterGroups(end + 1) } : { start: index, end };
  }
}

/** RFC 4291. A time ("10:30:00"), a name of C++ ("std::byte") and a hardware address are none. */
function isVersion6(text: string, isBracketed: boolean): boolean {
  const halves = text.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const groups = halves.flat();
  if (halves.length === 1) return groups.length === 8 && !text.endsWith(':') && groups.some(({ length }) => length > 2);
  return halves.length === 2 && groups.length < 8 && groups.length > (isBracketed ? 0 : 1) && /\d/.test(text);
}

/**
 * `intranet:8080` and `intranet/x`. Two words with a slash between them are a host only where the reader is sent there, or
 * the path carries values; their first word may stand in a source for the whole.
 */
function* singleLabels(text: string): Generator<FoundAddress> {
  const after = behindHost(text);
  for (const { index, 0: label } of text.matchAll(SINGLE)) {
    const start = index;
    const end = after(index + label.length);
    const rest = text.slice(index + label.length, end);
    const host = label.toLowerCase();
    const port = Number(/^:(\d+)/.exec(rest)?.[1] ?? 0);
    const values = rest.indexOf('=');
    if (port > 0) {
      if (isServer(label, rest, port)) yield { start, end };
    } else if (host === 'localhost' || (values > 0 && rest.slice(0, values).includes('?'))) {
      yield { start, end };
    } else if (isPathOf(host, rest) && SENT_TO.test(text.slice(Math.max(0, start - BEFORE), start))) {
      yield { start, end, host };
    }
  }
}

/** "intranet:8080", and not "Chapter:12". */
function isServer(label: string, rest: string, port: number): boolean {
  if (rest.includes('/')) return true;
  return !/^\p{Lu}/u.test(label) && (port === 80 || port === 443 || (port >= 1_000 && port < 2 ** 16));
}

/** "intranet/x", and not "his/her" or "bin/run.sh". */
function isPathOf(host: string, rest: string): boolean {
  return host.length > 2 && !STOP_WORDS.has(host) && /^\/[\p{L}~]/u.test(rest) && !isFileName(rest);
}

function withoutTrailing(text: string, start: number, before: number): number {
  let end = before;
  while (end > start && TRAILING.includes(text.charAt(end - 1))) end -= 1;
  return end;
}
