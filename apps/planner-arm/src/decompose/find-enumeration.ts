import { anyOf, BE, DO, QUESTION_WORDS } from '@arbiter/english';
import { attributeQuestion } from './attribute-question.js';
import { sharedBy } from './find-subjects.js';

/** Up to seven words, its article included: told apart in one way only, or a long list takes for ever. */
const ITEM = String.raw`[\p{L}\p{N}][\p{L}\p{N}'’-]*(?: [\p{L}\p{N}'’-]+){0,6}?`;

/** "the sloop, the cutter or the ketch", with or without a comma before the last. */
const ENUMERATION = new RegExp(
  String.raw`(?:^|[,:–—] ?|\b(?:compare|between|among|than) )((?:${ITEM}, )+${ITEM},? (?:and|or|versus|vs\.?) ${ITEM})(?=[?.!;]|$| (?:differ|compare|in|on|at|for|by|when|if|with|as|from|to|has|have|is|are)\b)`,
  'iu',
);
/** Not a subject, but what is asked of them: "Which is fastest, the sloop, …". */
const ASKED = new RegExp(`^${anyOf(QUESTION_WORDS, BE, DO, ['of', 'tell', 'say'])}\\b`, 'iu');
/** "What is the difference between oats, …": the subjects begin after it. */
const BEFORE_SUBJECTS = /^[^,]*\b(?:compare|between|among|than) /iu;
/** "the price of oats, rye and barley": what comes before the first subject belongs to all. */
const SHARED = /^.* of /iu;
/** A comparison is asked for in the first sentences, in UTF-16 code units. */
const READ = 600;
const FEWEST = 3;
/** A plan has no more searches side by side. */
const MOST = 6;

/**
 * The subjects of a comparison of three and more, in their order: "Which is fastest, the sloop, the cutter or the ketch?".
 *
 * @returns null where fewer are named
 */
export function findEnumeration(query: string): readonly string[] | null {
  const list = ENUMERATION.exec(query.slice(0, READ))?.[1]?.replace(BEFORE_SUBJECTS, '');
  if (list === undefined) return null;
  const subjects = list.split(/,? (?:and|or|versus|vs\.?) |, /iu).map((subject) => subject.trim());
  const [first = '', ...others] = subjects.filter((subject) => subject !== '' && !ASKED.test(subject));
  const isShared = others.every((subject) => !SHARED.test(subject));
  const named = [...new Set([isShared ? first.replace(SHARED, '') : first, ...others])];
  return named.length >= FEWEST ? named.slice(0, MOST) : null;
}

/** The question about one of them: "How fast is the cutter?". */
export function aboutOneOf(query: string, subject: string, subjects: readonly string[]): string {
  const asked = attributeQuestion(query, subject, sharedBy(query, subjects));
  if (asked !== null) return asked;
  const first = subjects[0] ?? subject;
  const last = subjects.at(-1) ?? subject;
  const [start, end] = [query.indexOf(first), query.lastIndexOf(last) + last.length];
  if (start < 0 || end <= start) return `${subject}: ${query}`;
  return `${query.slice(0, start)}${subject}${query.slice(end)}`
    .replace(/^\s*compare\s+/iu, '')
    .replace(/\b(?:between|among)\s+(?=\S)/iu, 'of ')
    .trim();
}
