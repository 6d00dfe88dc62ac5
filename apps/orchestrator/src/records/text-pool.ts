import { createHash } from 'node:crypto';
import { isMarked, LITERAL, TEXT_REFERENCE } from '@arbiter/contracts';

/** Longest text that stays where it is, in UTF-16 code units: a reference is half as long. */
const LONGEST_IN_PLACE = 64;
/** Hexadecimal digits of a reference: 64 bits, for the few thousand texts of one answer. */
const REFERENCE_DIGITS = 16;

/** The long texts of one flight, each once: a passage is found, written from and checked against. */
export class TextPool {
  readonly #references = new Map<string, string>();

  /** By reference, in the order in which they were first seen. */
  get texts(): Record<string, string> {
    return Object.fromEntries([...this.#references].map(([text, reference]) => [reference, text]));
  }

  /** @returns the value as JSON would have it, with references in the place of its long texts; see FlightRecord */
  pack(value: unknown): unknown {
    if (typeof value === 'string') return value.length > LONGEST_IN_PLACE ? this.#refer(value) : value;
    if (typeof value !== 'object' || value === null) return value ?? null;
    if (Array.isArray(value)) return value.map((item) => this.pack(item));
    const entries: [string, unknown][] = [];
    for (const [key, item] of Object.entries(value)) if (item !== undefined) entries.push([key, this.pack(item)]);
    const packed = Object.fromEntries(entries);
    return isMarked(value) ? { [LITERAL]: packed } : packed;
  }

  #refer(text: string): Record<string, string> {
    let reference = this.#references.get(text);
    if (reference === undefined) {
      reference = createHash('sha256').update(text).digest('hex').slice(0, REFERENCE_DIGITS);
      this.#references.set(text, reference);
    }
    return { [TEXT_REFERENCE]: reference };
  }
}
