/** What a UTF-16 unit is, for the judge of encodings. */
export enum Kind {
  Unknown,
  Blank,
  Ascii,
  Letter,
  Ideograph,
  /** Punctuation of prose beyond ASCII. */
  Mark,
  Symbol,
  Box,
  /** The first half of a pair. */
  Surrogate,
  /** Controls, private use, what is not assigned, what could not be decoded. */
  Broken,
}

const kinds = new Uint8Array(0x10000);

/** @param unit not a number at the end of a text */
export function kindOf(unit: number): Kind {
  if (Number.isNaN(unit)) return Kind.Blank;
  const known = kinds[unit] ?? 0;
  return known === 0 ? (kinds[unit] = findKind(unit)) : known;
}

function findKind(unit: number): Kind {
  const each = String.fromCharCode(unit);
  if (' \t\n\r\f\u001a\u001b'.includes(each)) return Kind.Blank;
  if (unit >= 0xd800 && unit < 0xdc00) return Kind.Surrogate;
  if (/[\p{Cc}\p{Co}\p{Cn}\p{Cs}\ufffd]/u.test(each)) return Kind.Broken;
  if (/[–—’‘‚“”„«»‹›…•·¡¿‐‑−\u00a0\u00ad\u200c]/.test(each)) return Kind.Mark;
  if (unit < 0x80) return /[a-z]/i.test(each) ? Kind.Letter : Kind.Ascii;
  if (/[ªº]/.test(each)) return Kind.Symbol;
  if (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\u30fb\u30fc\uff01-\uff9f]/u.test(each)) {
    return Kind.Ideograph;
  }
  if (/[\p{L}\p{M}]/u.test(each)) return Kind.Letter;
  return /[\u2500-\u259f]/.test(each) ? Kind.Box : Kind.Symbol;
}

const SCRIPTS = ['Latin', 'Cyrillic', 'Greek', 'Hebrew', 'Arabic', 'Thai'].map(
  (script) => new RegExp(`\\p{sc=${script}}`, 'u'),
);
const scripts = new Map<number, number>();

/** A number of its script; −1 for a mark, which stands with any. */
export function scriptOf(unit: number): number {
  if (unit < 0x250 && kindOf(unit) === Kind.Letter) return 0;
  let script = scripts.get(unit);
  if (script === undefined) {
    const each = String.fromCharCode(unit);
    script = /\p{M}/u.test(each) ? -1 : SCRIPTS.findIndex((one) => one.test(each)) + 1 || SCRIPTS.length + 1;
    scripts.set(unit, script === 1 ? 0 : script);
  }
  return script;
}

const folded = new Uint16Array(0x10000);

/** A letter in small, in the form that legacy encodings have, as `count-letters.mjs` folds it. */
export function foldLetter(unit: number): number {
  if (unit === 0x06cc) return 0x064a;
  const known = folded[unit] ?? 0;
  if (known !== 0) return known;
  const small = String.fromCharCode(unit).toLowerCase();
  return (folded[unit] = small.length === 1 ? small.charCodeAt(0) : unit);
}

/** Vietnamese with its tones behind the vowels, as windows-1258 writes it. */
export function tonesApart(text: string): string {
  return text.normalize('NFD').replace(/([a-z])(\p{M}{1,3})/giu, (_, base: string, marks: string) => {
    const shape = marks.replace(/[^\u0302\u0306\u031b]/g, '');
    return (base + shape).normalize('NFC') + marks.replace(/[\u0302\u0306\u031b]/g, '');
  });
}
