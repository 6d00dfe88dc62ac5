import { carryOut, type Steps } from '../steps.js';
import { firstFrom } from '../markup/first-from.js';

/**
 * An address with its scheme, or a host with a path. A host is tried from its first label only: the look behind leaves out
 * what a label before leads up to, else `a.a.a.…` would be read to its end from each of its labels.
 */
const ADDRESS =
  /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.|mailto:)[^\s<>"'`|\\^{}[\]]+|\b(?=[a-z0-9-])(?<!\b[a-z0-9]+-*(?:\.-+)*\.?)(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?\/[^\s<>"'`|\\^{}[\]]+/gi;
/** Marks that end a sentence rather than an address. */
const TRAILING = '.,;:!?)»”’';

/**
 * Least characters that are read in one step, a millisecond or two. No address has white space in it, so that a text can
 * be cut at any.
 */
const READ_A_STEP = 16_000;
const WHITE_SPACE = /\s/g;
const WORD = /[^\s<>"'`()[\]]+/g;

/** Addresses in a text that a viewer turns into links, as they stand there, without the marks of the sentence. */
export function addressesIn(text: string): string[] {
  return [...text.matchAll(ADDRESS)].map(([address]) => withoutTrailing(address));
}

function withoutTrailing(address: string): string {
  let end = address.length;
  while (end > 0 && TRAILING.includes(address.charAt(end - 1))) end -= 1;
  return address.slice(0, end);
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
  for (const stretch of stretches(text)) {
    for (const address of addressesIn(stretch)) unfounded.add(address);
    yield;
  }
  for (const foundation of foundations) {
    if (unfounded.size === 0) return undefined;
    for (const stretch of stretches(foundation)) {
      for (const address of heldWhole(stretch)) unfounded.delete(address);
      yield;
    }
  }
  return unfounded.values().next().value;
}

/** `https://a.example/x` does not stand in `https://a.example/xyz`, nor behind another host. */
function* heldWhole(text: string): Generator<string> {
  yield* addressesIn(text);
  for (const [word] of text.matchAll(WORD)) yield word;
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
