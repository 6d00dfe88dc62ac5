import { normalizeTerm, tokenize } from '@arbiter/text';
import { singularOf } from '../quantities/noun-forms.js';

/** How surely each form defines. "X is a …" is the form of dictionaries; "X is the …" may also be a role. */
const IS_A = 1;
const MEANS = 0.95;
const COLON = 0.9;
const CALLED = 0.85;
const IS_THE = 0.8;
const APPOSITION = 0.7;
const ROLE_FIRST = 0.6;
/** The term stands with other words before the verb: "The old Heron is a …", "X of Pell is a …". */
const MODIFIED = 0.75;
/** "X is a problem", "X is one of the reasons": true of X, and no definition. */
const EVALUATES =
  /^(?:problem|reason|mistake|pity|matter of|bit|lot|little|good|bad|better|best|common|must|great|fine|nice|nuisance|challenge|success|failure|favou?rite|way to|part of the|member of|victim|danger)\b/i;
const VERB_IS = String.raw`\s+(?:is|are|was|were|['’]s)\s+`;

/**
 * How surely a sentence defines a term, by its form: "X is a …" 1, "X means …", "X: …", "… called X", "X, the …,".
 *
 * @param term in any case, singular or plural, with or without its article
 * @returns 0–1; 0 where the term does not occur or nothing is defined
 */
export function definitionScore(sentence: string, term: string): number {
  const text = plain(sentence);
  const pattern = termPattern(term);
  if (pattern === null || !new RegExp(pattern, 'iu').test(text)) return 0;
  const subject = String.raw`^(?:(?:in|at|on|for|to|as|by|under|with|among)\s[^,]{1,60},\s+)?["“'‘(]*(?:(?:an?|the|every|each)\s+)?(?<before>(?:[\p{L}'’-]+\s){0,2}?)["“'‘]*${pattern}["”'’)]*(?<paren>\s+\([^()]{1,80}\))?(?<of>\s+(?:of|in|at|on|from)\s[^,.]{1,40}?)?`;
  const scores = [
    isScore(text, subject),
    scoreOf(
      text,
      String.raw`${subject}(?:,[^,]{1,80},)?\s+(?:means?|meant|denotes?|refers?\s+to|describes?|stands?\s+for|is\s+(?:defined\s+as|short\s+for|an?\s+abbreviation|understood\s+as|the\s+(?:name|term|word)\s+(?:for|of|given))|consists?\s+of)\s`,
      MEANS,
    ),
    scoreOf(
      text,
      String.raw`^["“'‘]*(?:(?:an?|the)\s+)?${pattern}["”'’]*(?:\s+\([^()]{1,80}\))?\s*(?::|\s[–—-])\s+(?!\d)\p{L}`,
      COLON,
    ),
    scoreOf(
      text,
      String.raw`(?:\b(?:is|are|was|were|be|been)\s+)?\b(?:called|named|known\s+as|termed|dubbed|referred\s+to\s+as|nicknamed)\s+(?:(?:an?|the)\s+)?["“'‘]?${pattern}`,
      CALLED,
    ),
    scoreOf(
      text,
      String.raw`^(?:an?|any|every|the)\s[^.]{3,120}\b(?:is|are)\s+(?:an?\s+)["“'‘]?${pattern}["”'’]?\.?$`,
      CALLED,
    ),
    scoreOf(
      text,
      String.raw`(?<![\p{L}])${pattern}["”'’]?,\s+(?:the|an?|one\s+of\s+the|which\s+(?:is|was|means)|that\s+is|a\s+kind\s+of|also)\s[^,.;]+[,.;]`,
      APPOSITION,
    ),
    scoreOf(
      text,
      String.raw`(?:^|,\s+)(?:the|an?)\s(?:[\p{L}'’-]+\s){1,5}(?:of\s(?:[\p{L}'’-]+\s?){1,4})?(?:is|was|,)\s*${pattern}(?:[.,;]|$)`,
      ROLE_FIRST,
    ),
  ];
  return Math.max(0, ...scores);
}

function isScore(text: string, subject: string): number {
  const match = new RegExp(
    String.raw`${subject}(?:,[^,]{1,80},)?${VERB_IS}(?<article>an?|the|one\s+of\s+the|any|every|what|where|when|how)\s+(?<rest>.*)`,
    'iu',
  ).exec(text);
  if (!match) return pluralScore(text, subject);
  const { article = '', rest = '' } = match.groups ?? {};
  if (EVALUATES.test(rest)) return 0;
  const base = /^(?:an?|any|every|what|where|when|how)$/i.test(article) ? IS_A : IS_THE;
  return base * modifier(match);
}

/** "Wicks are silver coins": a plural has no article. */
function pluralScore(text: string, subject: string): number {
  const match = new RegExp(
    String.raw`${subject}\s+(?:are|were)\s+(?<rest>(?:\p{L}+\s){0,3}?(?:\p{L}+s|people|men|women|children))\b(?=\s+(?:that|which|who|of|in|for|from|with|made|used|worn|sold|living|on)\b|[.,;]|$)`,
    'iu',
  ).exec(text);
  return match && !EVALUATES.test(match.groups?.rest ?? '') ? IS_THE * modifier(match) : 0;
}

function modifier({ groups }: RegExpExecArray): number {
  const isModified = (groups?.before ?? '').trim() !== '' || groups?.of !== undefined;
  return isModified ? MODIFIED : 1;
}

function scoreOf(text: string, source: string, score: number): number {
  const match = new RegExp(source, 'iu').exec(text);
  return match ? score * modifier(match) : 0;
}

/** The words of the term in order, the last in singular or plural; null where there are none. */
function termPattern(term: string): string | null {
  const words = tokenize(term.replace(/^(?:an?|the)\s+/i, '')).map(({ text }) => normalizeTerm(text));
  const last = words.pop();
  if (last === undefined) return null;
  const singular = singularOf(last);
  const forms = [...new Set([last, singular, `${singular}s`, `${singular}es`])].sort((a, b) => b.length - a.length);
  const joined = words.map((word) => String.raw`${escaped(word)}[\s-]+`).join('');
  return String.raw`(?<![\p{L}\p{N}])${joined}(?:${forms.map(escaped).join('|')})(?![\p{L}\p{N}])`;
}

function escaped(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

/** One line without signs, emphasis and accents, which terms are compared without. */
function plain(sentence: string): string {
  return sentence
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[*_\x60]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:[-•–+#]+|\d{1,3}[.)])\s+/, '');
}
