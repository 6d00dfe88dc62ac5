/** What stands for one character of a name; `star` for any number of them. */
type Token = 'star' | ((character: string) => boolean);

/** A pattern for one name: no slash, and no wildcard crosses one. */
export type SegmentGlob = readonly Token[];

/** POSIX classes inside brackets, for the characters that fnmatch(3) of the C locale knows. */
const CLASSES: Readonly<Record<string, RegExp>> = {
  alnum: /[a-z\d]/i,
  alpha: /[a-z]/i,
  blank: /[ \t]/,
  // oxlint-disable-next-line no-control-regex -- it is the class of them
  cntrl: /[\0-\x1f\x7f]/,
  digit: /\d/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[ \t\n\v\f\r]/,
  upper: /[A-Z]/,
  xdigit: /[\da-f]/i,
};

/**
 * @param text with `*`, `?`, `[a-z]`, `[!a]`, `[[:digit:]]` and `\` before a character that stands for itself
 * @returns null for a pattern that matches nothing: an open bracket, or a backslash at its end
 */
export function parseSegmentGlob(text: string): SegmentGlob | null {
  const characters = Array.from(text);
  const tokens: Token[] = [];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at];
    if (character === '*') {
      if (tokens.at(-1) !== 'star') tokens.push('star');
    } else if (character === '?') tokens.push(() => true);
    else if (character === '[') {
      const set = parseSet(characters, at + 1);
      if (set === null) return null;
      tokens.push(set.matches);
      at = set.end;
    } else {
      if (character === '\\') at += 1;
      const meant = characters[at];
      if (meant === undefined) return null;
      tokens.push((other) => other === meant);
    }
  }
  return tokens;
}

/** @param name with the colon behind it */
function classNamed(name: string): RegExp | undefined {
  return name.endsWith(':') ? CLASSES[name.slice(0, -1)] : undefined;
}

/** @returns where the closing bracket stands, and whom the set holds; null where it is not closed */
function parseSet(
  characters: readonly string[],
  from: number,
): { readonly end: number; readonly matches: (character: string) => boolean } | null {
  const isNegated = characters[from] === '!' || characters[from] === '^';
  const first = from + (isNegated ? 1 : 0);
  const members: ((character: string) => boolean)[] = [];
  for (let at = first; at < characters.length; at += 1) {
    if (characters[at] === ']' && at > first) {
      return { end: at, matches: (character) => members.some((member) => member(character)) !== isNegated };
    }
    if (characters[at] === '[' && characters[at + 1] === ':') {
      const close = characters.indexOf(']', at + 2);
      const known = classNamed(characters.slice(at + 2, close).join(''));
      if (close === -1 || known === undefined) return null;
      members.push((character) => known.test(character));
      at = close;
      continue;
    }
    if (characters[at] === '\\') at += 1;
    const low = characters[at];
    if (low === undefined) return null;
    if (characters[at + 1] !== '-' || [undefined, ']'].includes(characters[at + 2])) {
      members.push((character) => character === low);
      continue;
    }
    at += characters[at + 2] === '\\' ? 3 : 2;
    const high = characters[at];
    if (high === undefined) return null;
    members.push((character) => character >= low && character <= high);
  }
  return null;
}

/**
 * Goes back to the last star only: what an earlier one took leaves the later ones no less to match. At most as many steps as
 * the pattern is long times the name, where a regular expression takes the name's length to the power of the stars.
 */
export function matchesSegment(glob: SegmentGlob, name: string): boolean {
  return matchWithStars(glob, Array.from(name), {
    isStar: (token) => token === 'star',
    matches: (token, character) => token !== 'star' && token(character),
  });
}

/** One pattern of single items and stars against a list. */
export function matchWithStars<P, T>(
  pattern: readonly P[],
  items: readonly T[],
  { isStar, matches }: { isStar: (part: P) => boolean; matches: (part: P, item: T) => boolean },
): boolean {
  let part = 0;
  let item = 0;
  let star = -1;
  let taken = 0;
  while (item < items.length) {
    const next = pattern[part];
    if (next !== undefined && isStar(next)) {
      star = part;
      taken = item;
      part += 1;
    } else if (next !== undefined && matches(next, items[item] as T)) {
      part += 1;
      item += 1;
    } else if (star !== -1) {
      taken += 1;
      item = taken;
      part = star + 1;
    } else return false;
  }
  return pattern.slice(part).every(isStar);
}
