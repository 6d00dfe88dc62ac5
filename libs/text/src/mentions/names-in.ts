import { splitSentences } from '../sentences/split-sentences.js';
import type { Span } from '../span.js';
import { normalizeTerm, STOP_WORDS, type Token, tokenize } from '../tokens/terms.js';

export interface NameMention extends Span {
  /** As it stands in the text, without a possessive ending. */
  readonly text: string;
  /** A single word at the head of its sentence: its capital proves nothing. Only with `includeInitial`. */
  readonly initial: boolean;
}

export interface NamesOptions {
  /** Also returns single words at the head of a sentence that the rest of the text does not confirm. Default false. */
  readonly includeInitial?: boolean;
}

/** Words that join the parts of a name: "Guild of Lamplighters", "Anne de la Mer". */
const PARTICLES: ReadonlySet<string> = new Set(
  'of de del della di da du des la le los las van von der den ter bin ibn al el y upon'.split(' '),
);
/** Words that open sentences, are no function words, and are not the first word of a name. */
const OPENERS: ReadonlySet<string> = new Set(
  `however yesterday today tomorrow tonight later soon once perhaps maybe meanwhile instead therefore thus hence still yet
   since unless despite during like unlike according most many several few yes please now also even ever
   ask see use take go come let make keep give find`.split(/\s+/),
);
const TITLE = /^(?:Dr|Mr|Mrs|Ms|St|Ste|Prof|Capt|Lt|Col|Gen|Sgt|Rev|Sr|Fr|\p{Lu})$/u;
const POSSESSIVE = /['’]s?$/;

/**
 * The names in a text, in order: runs of capitalised words with the particles inside them. A capital at the head of a
 * sentence alone makes no name: a single word there counts only if it stands capitalised inside a sentence elsewhere in
 * the text. Words like "The" and "When" at the head of a sentence are left out of the run.
 */
export function namesIn(text: string, { includeInitial = false }: NamesOptions = {}): NameMention[] {
  const tokens = tokenize(text);
  const heads = sentenceHeads(text, tokens);
  const names: NameMention[] = [];
  for (let i = 0; i < tokens.length;) {
    const last = runFrom(text, tokens, heads, i);
    if (last === null) {
      i++;
      continue;
    }
    const [first, final] = [tokens[i], tokens[last]];
    if (first && final) {
      const end = final.end - (POSSESSIVE.exec(final.text)?.[0].length ?? 0);
      names.push({ start: first.start, end, text: text.slice(first.start, end), initial: last === i && heads.has(i) });
    }
    i = last + 1;
  }
  const confirmed = new Set(names.filter(({ initial }) => !initial).flatMap(({ text: name }) => name.split(/[\s-]+/)));
  return names
    .map((name) => (name.initial && confirmed.has(name.text) ? { ...name, initial: false } : name))
    .filter(({ initial }) => includeInitial || !initial);
}

/** Indexes of the tokens that open a sentence. */
function sentenceHeads(text: string, tokens: readonly Token[]): ReadonlySet<number> {
  const heads = new Set<number>();
  let token = 0;
  for (const { start, end } of splitSentences(text)) {
    while ((tokens[token]?.start ?? Infinity) < start) token++;
    // The number of a list item comes before the sentence proper.
    if (/^\d{1,3}$/.test(tokens[token]?.text ?? '') && (tokens[token + 1]?.start ?? Infinity) < end)
      heads.add(token + 1);
    heads.add(token);
  }
  return heads;
}

/** Index of the last token of the name that begins with token `at`; null when none begins there. */
function runFrom(text: string, tokens: readonly Token[], heads: ReadonlySet<number>, at: number): number | null {
  const first = tokens[at];
  if (!first || !canBegin(text, first, tokens[at + 1])) return null;
  if (heads.has(at) && OPENERS.has(normalizeTerm(first.text))) return null;
  let last = at;
  for (let i = at + 1; i < tokens.length; i++) {
    const token = tokens[i];
    const before = tokens[i - 1];
    if (!token || !before || heads.has(i) || !isJoined(text, before, token)) break;
    if (isCapitalised(token.text) && !isFunctionWord(token.text)) last = i;
    else if (!isParticle(token.text, before.text)) break;
  }
  return last;
}

function canBegin(text: string, token: Token, next: Token | undefined): boolean {
  if (!isCapitalised(token.text) || isFunctionWord(token.text)) return false;
  if (token.text.length > 1) return true;
  return next !== undefined && text.startsWith('.', token.end) && isCapitalised(next.text);
}

/**
 * Two parts of a name are divided by a space, a hyphen, a line break, or the apostrophe of a plural ("Wreckers' War"). A full
 * stop divides them after a title or initial.
 */
function isJoined(text: string, before: Token, token: Token): boolean {
  const gap = text.slice(before.end, token.start);
  return /^(?:['’]? |\n|-|‐|’|')$/.test(gap) || (/^\. ?$/.test(gap) && TITLE.test(before.text));
}

/** "The" joins only after another particle: "Order of the Wave", but not "In March the Guild". */
function isParticle(word: string, before: string): boolean {
  return PARTICLES.has(word) || (word === 'the' && PARTICLES.has(before));
}

function isCapitalised(word: string): boolean {
  return /^\p{Lu}/u.test(word);
}

/** "The", "I", "When"; not "US", which only looks like one when folded. */
function isFunctionWord(word: string): boolean {
  if (/^\p{Lu}{2,}$/u.test(word) && word.length < 4) return false;
  const normalised = normalizeTerm(word);
  return STOP_WORDS.has(normalised) || STOP_WORDS.has(normalised.replace(POSSESSIVE, ''));
}
