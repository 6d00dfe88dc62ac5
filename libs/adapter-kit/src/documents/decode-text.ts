import { ArbiterError } from '@arbiter/contracts';

interface DecodedText {
  readonly text: string;
  /** Name of the encoding in the Encoding Standard's spelling, as far as known. */
  readonly encoding: string;
  /** One sentence when characters were lost. */
  readonly warning?: string;
}

/**
 * A UTF-8 text with a few broken bytes is still UTF-8: it is taken for that as long as fewer than one in ten of its
 * non-ASCII characters is broken. In text of a single-byte encoding nearly all of them are.
 */
const MAX_BROKEN_SHARE = 0.1;

/** More control characters than this among all characters is no text (a byte in nine is one in compressed data). */
const MAX_CONTROL_SHARE = 0.02;

/** A few stray ones in a note of three lines are an accident, not a format. */
const TOLERATED_CONTROLS = 4;

/** Bytes by which UTF-16 without a mark is told. */
const UTF_16_SAMPLE = 4_096;
const MIN_ZERO_SHARE = 0.7;

/** Bytes 0x80–0x9f of windows-1252 by the Encoding Standard; Node's decoder leaves them as C1 controls. */
const WINDOWS_1252_HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const SINGLE_BYTE_LATIN: ReadonlySet<string> = new Set(['windows-1252', 'iso-8859-1', 'latin1', 'ascii', 'us-ascii']);

/**
 * Decodes the bytes of a text file: byte order mark, UTF-16 by its zeros, then UTF-8, then what `guess` says, then windows-1252.
 *
 * @param guess names the encoding of bytes that are not UTF-8 (a declaration, a detector), or null
 * @throws ArbiterError INVALID_REQUEST when the bytes are no text
 */
export function decodeText(
  { bytes, name }: { readonly bytes: Uint8Array; readonly name: string },
  guess: (bytes: Uint8Array) => string | null = () => null,
): DecodedText {
  const decoded =
    decodeMarked(bytes) ??
    decodeUnmarkedUtf16(bytes) ??
    decodeUtf8(bytes) ??
    decodeAs(guess(bytes) ?? 'windows-1252', bytes);
  if (!looksLikeText(decoded.text)) {
    throw new ArbiterError('INVALID_REQUEST', `${name} is not a text file: it holds binary data.`, {
      details: { name },
    });
  }
  return decoded;
}

function decodeMarked(bytes: Uint8Array): DecodedText | undefined {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return decodeAs('utf-16le', bytes);
  if (first === 0xfe && second === 0xff) return decodeAs('utf-16be', bytes);
  if (first === 0xef && second === 0xbb && third === 0xbf) return decodeAs('utf-8', bytes);
  return undefined;
}

/** Text of western letters in UTF-16: every other byte of nearly all of it is zero, and hardly one of the rest. */
function decodeUnmarkedUtf16(bytes: Uint8Array): DecodedText | undefined {
  const sample = bytes.subarray(0, UTF_16_SAMPLE);
  const zeros: [even: number, odd: number] = [0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2 === 0 ? 0 : 1]++;
  const least = (MIN_ZERO_SHARE * sample.length) / 2;
  if (sample.length < 4 || bytes.length % 2 !== 0) return undefined;
  if (zeros[1] >= least && zeros[0] === 0) return decodeAs('utf-16le', bytes);
  if (zeros[0] >= least && zeros[1] === 0) return decodeAs('utf-16be', bytes);
  return undefined;
}

function decodeUtf8(bytes: Uint8Array): DecodedText | undefined {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    // Not UTF-8, or nearly.
  }
  const decoded = decodeAs('utf-8', bytes);
  const foreign = countUnits(decoded.text, (unit) => unit > 0x7f);
  return countUnits(decoded.text, isReplacement) < MAX_BROKEN_SHARE * foreign ? decoded : undefined;
}

function decodeAs(label: string, bytes: Uint8Array): DecodedText {
  const encoding = label.toLowerCase();
  if (SINGLE_BYTE_LATIN.has(encoding)) return { text: decodeWindows1252(bytes), encoding: 'windows-1252' };
  const decoder = decoderFor(encoding);
  if (!decoder) {
    return {
      text: decodeWindows1252(bytes),
      encoding: 'windows-1252',
      warning: `The encoding ${label} is not known here; the text was read as windows-1252.`,
    };
  }
  const text = decoder.decode(bytes);
  const broken = countUnits(text, isReplacement);
  if (broken === 0) return { text, encoding: decoder.encoding };
  const characters = broken === 1 ? '1 character' : `${broken} characters`;
  return { text, encoding: decoder.encoding, warning: `${characters} could not be decoded as ${decoder.encoding}.` };
}

/** The decoder of a label of the Encoding Standard; undefined for a label that this Node does not know. */
function decoderFor(label: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}

function decodeWindows1252(bytes: Uint8Array): string {
  const latin = new TextDecoder('latin1').decode(bytes);
  return latin.replace(/[\u0080-\u009f]/g, (control) => WINDOWS_1252_HIGH[control.charCodeAt(0) - 0x80] ?? control);
}

function looksLikeText(text: string): boolean {
  return (
    !text.includes('\0') &&
    countUnits(text, isUntextualControl) <= Math.max(TOLERATED_CONTROLS, MAX_CONTROL_SHARE * text.length)
  );
}

/** C0 controls but those that texts hold: tab to carriage return, end of file (DOS), escape (terminal colours). */
function isUntextualControl(unit: number): boolean {
  return unit < 0x20 && !(unit >= 0x09 && unit <= 0x0d) && unit !== 0x1a && unit !== 0x1b;
}

function isReplacement(unit: number): boolean {
  return unit === 0xfffd;
}

function countUnits(text: string, matches: (unit: number) => boolean): number {
  let found = 0;
  for (let index = 0; index < text.length; index++) if (matches(text.charCodeAt(index))) found++;
  return found;
}

/** Everything that ends a line somewhere: CR LF, CR, vertical tab, form feed, NEL, line and paragraph separator. */
const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** Control characters (Unicode category Cc) other than the two that a text needs. */
const CONTROLS = /[^\P{Cc}\n\t]/gu;
/** Soft hyphen, zero-width space, word joiner, byte order mark: invisible, and in the way of every comparison. */
const INVISIBLES = /[\u00ad\u200b\u2060\ufeff]/g;

/**
 * The form in which all texts are stored and in which all offsets count: NFC, `\n` line ends, well-formed UTF-16,
 * no control characters but `\n` and `\t`, no invisible break hints. Idempotent.
 */
export function normalizeText(text: string): string {
  return text.toWellFormed().replace(LINE_ENDS, '\n').replace(CONTROLS, '').replace(INVISIBLES, '').normalize('NFC');
}

/** Runs of spaces and tabs become one space, none stands at an edge of a line; line ends stay. For prose. */
export function tidyLines(text: string): string {
  return text
    .replace(INVISIBLES, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();
}

/** The text on one line, for headings, titles and table cells. Break hints go first: behind one at the edge a space would stay. */
export function singleLine(text: string): string {
  return text.replace(INVISIBLES, '').replace(/\s+/g, ' ').trim();
}
