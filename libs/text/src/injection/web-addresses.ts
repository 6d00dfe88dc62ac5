import { carryOut, type Steps } from '../steps.js';
import { firstFrom } from '../markup/first-from.js';
import { findAddresses } from './find-addresses.js';

/**
 * Least characters that are read in one step, a millisecond or two. No address has white space in it, so that a text can
 * be cut at any.
 */
const READ_A_STEP = 4_000;
const WHITE_SPACE = /\s/g;
const WORD = /[^\s<>"'`()[\]]+/g;
const AROUND_A_WORD = /^[^\p{L}\p{N}]{1,20}|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]{1,20}$/gu;

/** Addresses in a text, as they stand there, without the marks of the sentence. */
export function addressesIn(text: string): string[] {
  return findAddresses(text).map(({ start, end }) => text.slice(start, end));
}

/**
 * An address that stands in none of the texts an answer rests on; undefined where all do. Whoever put it there may have put
 * data of the conversation into it.
 */
export function unfoundedAddress(text: string, foundations: readonly string[]): string | undefined {
  return carryOut(findingUnfoundedAddress(text, foundations));
}

/** {@link unfoundedAddress} for texts of any size: each is read once, however many addresses there are. */
export function* findingUnfoundedAddress(text: string, foundations: readonly string[]): Steps<string | undefined> {
  const unfounded = new Set<string>();
  /** What a foundation may hold to the addresses that it founds. */
  const wanted = new Map<string, Set<string>>();
  for (const stretch of stretches(text)) {
    for (const { start, end, host } of findAddresses(stretch)) {
      const address = stretch.slice(start, end);
      unfounded.add(address);
      for (const held of [address, ...(host === undefined ? [] : [host])]) {
        wanted.set(held, (wanted.get(held) ?? new Set()).add(address));
      }
    }
    yield;
  }
  for (const foundation of foundations) {
    if (unfounded.size === 0) return undefined;
    for (const stretch of stretches(foundation)) {
      for (const held of heldWhole(stretch)) {
        for (const address of wanted.get(held) ?? []) unfounded.delete(address);
      }
      yield;
    }
  }
  return unfounded.values().next().value;
}

/** `https://a.example/x` does not stand in `https://a.example/xyz`, nor behind another host. Its host does. */
function* heldWhole(text: string): Generator<string> {
  for (const address of addressesIn(text)) {
    yield address;
    yield hostOf(address);
  }
  for (const [word] of text.matchAll(WORD)) {
    yield word;
    const bare = word.replace(AROUND_A_WORD, '');
    yield bare;
    yield bare.toLowerCase();
  }
}

/** In lower case, without scheme, `www.`, port and path. */
function hostOf(address: string): string {
  return (/^(?:[a-z][a-z0-9+.-]{1,20}:\/\/)?(?:www\.)?([^/?#:]*)/i.exec(address)?.[1] ?? '').toLowerCase();
}

/** A text in parts that end where white space begins, or with the text. */
function* stretches(text: string): Generator<string> {
  const nextSpace = firstFrom(text, WHITE_SPACE);
  for (let start = 0; start < text.length;) {
    const end = nextSpace(start + READ_A_STEP) ?? text.length;
    yield text.slice(start, end);
    start = end;
  }
}
