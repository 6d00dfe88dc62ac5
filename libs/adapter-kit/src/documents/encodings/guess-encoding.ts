import { ENCODINGS, LANGUAGES, tablesOf, UNMARKED_UTF_16 } from './candidate-encodings.js';
import { decodeBytes } from './decode-bytes.js';
import { judgeSample, takeApart, type TextSample, type WordPool } from './judge-text.js';
import { tonesApart } from './text-units.js';

export interface EncodingGuess {
  /** As the Encoding Standard names it. */
  readonly encoding: string;
  /** Whether another reading is nearly as likely, or the best is no likely text. */
  readonly isDoubtful: boolean;
  /** Whether the best looks like no language. */
  readonly isStrange: boolean;
  /** The next best that would give another text. Absent when none comes near. */
  readonly runnerUp?: string;
}

/** Bytes of each of the three pieces that are judged of a long text. */
const PIECE = 4_096;
/** Bytes of the first round; what is far behind after it takes no part in the second. */
const FIRST_ROUND = 512;
const FAR_BEHIND = 60;

/** Bits by which the best must lead: 2 to the power of it is how often a reading is likelier than the next. */
const LEAD = 8;

/** Bits that a language costs when the documents are known to be in another one, and in an encoding that is not its own. */
const OTHER_LANGUAGE = 14;
const FOREIGN_ENCODING = 10;

interface Candidate {
  readonly encoding: string;
  readonly language: string;
  readonly cost: number;
}

interface Reading {
  readonly candidate: Candidate;
  readonly text: string;
  readonly bits: number;
  readonly isStrange: boolean;
}

/**
 * Guesses the encoding of bytes that are neither marked nor UTF-8, by how likely what each encoding makes of them is in the
 * languages that are written in it.
 *
 * @param language tag of what the documents are in; English and none tell nothing
 */
export function guessEncoding(bytes: Uint8Array, language?: string): EncodingGuess {
  const sample = sampleOf(bytes);
  const guess = bytes.length % 2 === 0 ? guessOf(sample, candidatesFor(language, true)) : undefined;
  // Whatever is no text at all looks most like UTF-16, which has a character for nearly every two bytes.
  return guess && !(isUtf16(guess) && guess.isStrange) ? guess : guessOf(sample, candidatesFor(language, false));
}

function guessOf(sample: Uint8Array, candidates: readonly Candidate[]): EncodingGuess {
  let readings: readonly Reading[];
  if (sample.length <= 2 * FIRST_ROUND) readings = judge(sample, candidates, LEAD);
  else {
    readings = judge(sample.subarray(0, FIRST_ROUND), candidates, FAR_BEHIND);
    // Only the first piece lies on even bytes for certain.
    if (!readings[0] || !isUtf16(readings[0].candidate)) {
      const left = readings.map(({ candidate }) => candidate).filter((each) => !isUtf16(each));
      readings = judge(sample, left, LEAD);
    }
  }
  const [best] = readings;
  if (!best) return { encoding: 'windows-1252', isDoubtful: true, isStrange: true };
  const next = readings.find(({ text, bits }) => bits - best.bits < LEAD && text !== best.text);
  return {
    encoding: best.candidate.encoding,
    isDoubtful: next !== undefined || best.isStrange,
    isStrange: best.isStrange,
    ...(next && { runnerUp: next.candidate.encoding }),
  };
}

function isUtf16({ encoding }: { readonly encoding: string }): boolean {
  return encoding.startsWith('utf-16');
}

const candidateLists = new Map<string, readonly Candidate[]>();

/** All encodings in all languages, the likely ones first. */
function candidatesFor(language: string | undefined, mayBeUtf16: boolean): readonly Candidate[] {
  const key = `${language} ${mayBeUtf16}`;
  let list = candidateLists.get(key);
  if (!list) candidateLists.set(key, (list = listCandidates(language, mayBeUtf16)));
  return list;
}

function listCandidates(language: string | undefined, mayBeUtf16: boolean): Candidate[] {
  const known = language === undefined || /^en\b/i.test(language) ? [] : tablesOf(language);
  const encodings = mayBeUtf16 ? [...ENCODINGS, ...UNMARKED_UTF_16] : ENCODINGS;
  return encodings
    .flatMap(({ encoding, cost, languages }) =>
      LANGUAGES.filter((each) => each !== 'vi' || languages.includes(each)).map((each) => ({
        encoding,
        language: each,
        cost:
          cost +
          (languages.includes(each) ? 0 : FOREIGN_ENCODING) +
          (known.length === 0 || known.includes(each) ? 0 : OTHER_LANGUAGE),
      })),
    )
    .sort((a, b) => a.cost - b.cost);
}

/** The readings that are within so many bits of the best, in their order. */
function judge(bytes: Uint8Array, candidates: readonly Candidate[], within: number): Reading[] {
  const samples = new Map<string, TextSample>();
  const words: WordPool = new Map();
  const sampleFor = ({ encoding, language }: Candidate): TextSample => {
    const key = language === 'vi' ? `${encoding} vi` : encoding;
    let sample = samples.get(key);
    if (!sample) {
      const text = decodeBytes(bytes, encoding);
      samples.set(key, (sample = takeApart(language === 'vi' ? tonesApart(text) : text, words)));
    }
    return sample;
  };
  let least = Infinity;
  const readings: Reading[] = [];
  for (const candidate of candidates) {
    const sample = sampleFor(candidate);
    const limit = least + within - candidate.cost;
    if (sample.fixedBits > limit) continue;
    const { bits, isStrange } = judgeSample(sample, candidate.language, limit);
    if (bits > limit) continue;
    least = Math.min(least, bits + candidate.cost);
    readings.push({ candidate, text: sample.text.normalize('NFC'), bits: bits + candidate.cost, isStrange });
  }
  return readings.filter(({ bits }) => bits <= least + within).sort((a, b) => a.bits - b.bits);
}

/** The whole of a short text, else three pieces: from the first byte beyond ASCII, from the middle and to the end. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= 3 * PIECE) return bytes;
  const starts = [0, Math.floor(bytes.length / 2), bytes.length - 2 * PIECE];
  return Buffer.concat(starts.map((start) => pieceFrom(bytes, start)));
}

/** Lines from the next one that holds a byte beyond ASCII; a line end is no part of any character. */
function pieceFrom(bytes: Uint8Array, start: number): Uint8Array {
  let from = start;
  while (from < bytes.length && (bytes[from] ?? 0) < 0x80) from++;
  from = start === 0 && from < PIECE ? 0 : bytes.lastIndexOf(0x0a, from) + 1;
  const limit = Math.min(bytes.length, from + PIECE);
  const end = limit === bytes.length ? limit : bytes.lastIndexOf(0x0a, limit - 1) + 1;
  return bytes.subarray(from, end > from ? end : limit);
}
