import { counted, ArbiterError } from '@arbiter/contracts';
import { declaredIn } from './encodings/declared-encoding.js';
import { decodeBytes, encodingOf } from './encodings/decode-bytes.js';
import { type EncodingGuess, guessEncoding } from './encodings/guess-encoding.js';

export interface DecodedText {
  readonly text: string;
  /** Name of the encoding in the Encoding Standard's spelling, as far as known. */
  readonly encoding: string;
  /** Sentences when characters were lost, or the encoding is not certain. */
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

/** One zero in so many characters is a slip, such as a string of C that was pasted; binary data has them by the dozen. */
const CHARACTERS_TO_A_ZERO = 1_000;

const ESCAPE = 0x1b;
/** How ISO-2022-JP, all of whose bytes are ASCII, begins its kanji (RFC 1468). */
const TO_KANJI = ['\u001b$B', '\u001b$@'];

/**
 * Decodes the bytes of a text file by the first that fits: its byte order mark, UTF-16 by its zeros, ISO-2022-JP by its escapes,
 * UTF-8, the encoding that is declared, and else the one by which the text looks most like a language (`guessEncoding`). The
 * warning names the encoding taken and the runner-up where that is not certain.
 *
 * @param file with the language of the documents where it is known, a BCP 47 tag
 * @param declared what its server or envelope names as its encoding; by default what its own first lines declare
 * @throws ArbiterError INVALID_REQUEST when the bytes are no text
 */
export function decodeText(
  file: { readonly bytes: Uint8Array; readonly name: string; readonly language?: string | undefined },
  declared?: string | null,
): DecodedText {
  const { bytes, name } = file;
  const decoded =
    decodeMarked(bytes) ??
    decodeUnmarkedUtf16(bytes) ??
    decodeEscaped(bytes) ??
    decodeUtf8(bytes) ??
    decodeDeclared(bytes, file.language, declared ?? declaredIn(bytes));
  if (!looksLikeText(decoded.text)) {
    throw new ArbiterError('INVALID_REQUEST', `${name} is not a text file: it holds binary data.`, {
      details: { name },
    });
  }
  return withoutZeros(decoded);
}

function withoutZeros(decoded: DecodedText): DecodedText {
  if (!decoded.text.includes('\0')) return decoded;
  const zeros = countUnits(decoded.text, isZero);
  const told = `${counted(zeros, 'zero byte was', 'zero bytes were')} left out.`;
  const warning = decoded.warning === undefined ? told : `${decoded.warning} ${told}`;
  return { ...decoded, text: decoded.text.replaceAll('\0', ''), warning };
}

/** The text, if the encoding is known and has all of the bytes. */
export function decodeCleanly(bytes: Uint8Array, label: string): DecodedText | undefined {
  const encoding = encodingOf(label);
  // Of text that is not UTF-8, a declaration of UTF-8 is wrong; one of UTF-16 has been read as ASCII.
  if (encoding === undefined || /^(?:utf-|replacement)/.test(encoding)) return undefined;
  const text = decodeBytes(bytes, encoding);
  return countUnits(text, isUndecoded) === 0 ? { text, encoding } : undefined;
}

function decodeMarked(bytes: Uint8Array): DecodedText | undefined {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return decodeAs('utf-16le', bytes);
  if (first === 0xfe && second === 0xff) return decodeAs('utf-16be', bytes);
  if (first === 0xef && second === 0xbb && third === 0xbf) return decodeAs('utf-8', bytes);
  return undefined;
}

/** UTF-16 writes zeros with every letter, digit and line end of ASCII; in other texts zeros are no characters. */
function decodeUnmarkedUtf16(bytes: Uint8Array): DecodedText | undefined {
  if (bytes.length < 4 || bytes.length % 2 !== 0 || !bytes.includes(0)) return undefined;
  const { encoding, isStrange } = guessEncoding(bytes);
  return encoding.startsWith('utf-16') && !isStrange ? decodeAs(encoding, bytes) : undefined;
}

function decodeEscaped(bytes: Uint8Array): DecodedText | undefined {
  if (!bytes.includes(ESCAPE)) return undefined;
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return TO_KANJI.some((escape) => start.includes(escape)) ? decodeCleanly(bytes, 'iso-2022-jp') : undefined;
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

function decodeDeclared(bytes: Uint8Array, language: string | undefined, label: string | null): DecodedText {
  const clean = label === null ? undefined : decodeCleanly(bytes, label);
  if (clean) return clean;
  const guess = guessEncoding(bytes, language);
  const decoded = decodeAs(guess.encoding, bytes);
  const sentences = [
    label !== null &&
      encodingOf(label) === undefined &&
      `The encoding ${label} is not known here; the text was read as ${guess.encoding}.`,
    decoded.warning,
    guess.isDoubtful && doubtOf(guess),
  ].filter((each) => typeof each === 'string');
  return { ...decoded, ...(sentences.length > 0 && { warning: sentences.join(' ') }) };
}

function doubtOf({ encoding, runnerUp }: EncodingGuess): string {
  const doubt =
    runnerUp === undefined
      ? `Its encoding is not certain: it was read as ${encoding}, in which it looks like no language that is known here.`
      : `Its encoding is not certain: it was read as ${encoding}, and ${runnerUp} is nearly as likely.`;
  return `${doubt} If words are garbled, save it as UTF-8, or say what language the collection is in.`;
}

/** @param encoding as `encodingOf` names it */
function decodeAs(encoding: string, bytes: Uint8Array): DecodedText {
  const text = decodeBytes(bytes, encoding);
  const broken = countUnits(text, isReplacement);
  if (broken === 0) return { text, encoding };
  return { text, encoding, warning: `${counted(broken, 'character')} could not be decoded as ${encoding}.` };
}

function looksLikeText(text: string): boolean {
  return (
    countUnits(text, isZero) * CHARACTERS_TO_A_ZERO <= text.length &&
    countUnits(text, isUntextualControl) <= Math.max(TOLERATED_CONTROLS, MAX_CONTROL_SHARE * text.length)
  );
}

/** C0 controls but those that texts hold: tab to carriage return, end of file (DOS), escape (terminal colours). */
function isUntextualControl(unit: number): boolean {
  return unit < 0x20 && !(unit >= 0x09 && unit <= 0x0d) && unit !== 0x1a && unit !== 0x1b;
}

function isZero(unit: number): boolean {
  return unit === 0;
}

function isReplacement(unit: number): boolean {
  return unit === 0xfffd;
}

/** A byte that the encoding does not have: replaced, or left as a control character but NEL. */
function isUndecoded(unit: number): boolean {
  return isReplacement(unit) || (unit >= 0x80 && unit < 0xa0 && unit !== 0x85);
}

function countUnits(text: string, matches: (unit: number) => boolean): number {
  let found = 0;
  for (let index = 0; index < text.length; index++) if (matches(text.charCodeAt(index))) found++;
  return found;
}
