import type { QuestionType } from '@arbiter/contracts';
import { gerundOf } from '@arbiter/english';
import { datesIn, namesIn, numbersIn, questionTerms, type Span } from '@arbiter/text';

/** Asks what is allowed or has to be: a rule answers it. */
const ASKS_FOR_RULE =
  /^\W*(?:can|could|may|might|must|should|shall)\b|\b(?:allowed|permitted|forbidden|legal|required|obliged)\b|\b(?:have|has|need|needs) to\b|\bwhat happens (?:if|when)\b/i;
/** Asks how something is done: what holds for all of its kind answers a part of it. */
const ASKS_FOR_WAY = /^\W*how (?:(?<passive>is|are)|do|does|can|could|should|would|must)\b/i;
/** When, whose, and the words that ask for a rule: of the case and not of its subject. */
const OF_THE_CASE = [
  /\b(?:(?:this|that|next|last|first|second|third|same) )?(?:turn|round|day|night|week|month|year|hour|season|time)s?\b/gi,
  /\b(?:now|today|tonight|tomorrow|yesterday|still|already|again)\b/gi,
  /\b(?:allowed|permitted|forbidden|legal|required|obliged|need|needs|happens?)\b/gi,
];

/**
 * The general question behind a specific one: its subject without the names, numbers and times of the case ("Take a Step
 * Back", Zheng et al., ICLR 2024). "Can Terminators deep strike on turn 1?" → "What are the rules for deep strike?".
 *
 * @returns null where the question is not about a rule or a way of doing, is general already, or would be left empty
 */
export function stepBackQuestion(asked: string, queryType: QuestionType): string | null {
  if (queryType === 'conversational' || queryType === 'out_of_scope') return null;
  const query = withoutAmount(asked);
  const isRule = ASKS_FOR_RULE.test(query);
  const way = ASKS_FOR_WAY.exec(query);
  if (!isRule && !way) return null;
  const specific: readonly Span[] = [...namesIn(query), ...numbersIn(query), ...datesIn(query), ...ofTheCase(query)];
  const subject = questionTerms(query);
  const general = subject.filter((term) => !specific.some((span) => overlaps(span, term)));
  if (general.length === 0 || (general.length === subject.length && query === asked)) return null;
  const topic = phrases(general, specific, query)
    .map((each) => (isRule ? withGerund(each) : each))
    .join(' and ');
  if (isRule) return `What are the rules for ${topic}?`;
  const { passive } = way?.groups ?? {};
  return passive === undefined ? `How does one ${topic}?` : `How ${passive.toLowerCase()} ${topic}?`;
}

/** "a 2000 point army" → "an army": how much is of the case. */
function withoutAmount(query: string): string {
  return query.replace(/\ban? \d[\d.,]* \p{L}+ (?=(\p{L}))/giu, (_amount, next: string) =>
    /[aeiou]/i.test(next) ? 'an ' : 'a ',
  );
}

/** "storm shields fight" → "storm shields and fighting": an action with things is a rule of its own. */
function withGerund(topic: string): string {
  const [, things, action] = /^(.*[^s]s) (\p{Ll}*[^s\s])$/u.exec(topic) ?? [];
  return things === undefined || action === undefined ? topic : `${things} and ${gerundOf(action)}`;
}

function ofTheCase(query: string): Span[] {
  return OF_THE_CASE.flatMap((words) => [...query.matchAll(words)]).map(({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }));
}

function overlaps(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end;
}

/** Words make one phrase, with the function words between them, as long as nothing specific stands there. */
function phrases(words: readonly Span[], specific: readonly Span[], text: string): string[] {
  const runs: { start: number; end: number }[] = [];
  for (const { start, end } of words) {
    const last = runs.at(-1);
    const isNext = last && !specific.some((span) => overlaps(span, { start: last.end, end: start }));
    if (isNext) last.end = end;
    else runs.push({ start, end });
  }
  return runs.map(({ start, end }) => text.slice(start, end));
}
