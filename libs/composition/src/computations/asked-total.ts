import { beFor, singularOf } from '@arbiter/english';
import { numbersIn, type Span } from '@arbiter/text';
import { doFor, groupSpan, isPast, operandOf, WORDS } from './ask-operand.js';
import type { AskedOperand, Computation } from './computation.js';

const TOGETHER =
  /(?:,|(?<![\s,]))\s*\b(?:in\s+all|altogether|all\s+together|together|in\s+total|combined|in\s+sum|all\s+told)\b/i;
const TOTAL_OF = /\b(?:total|sum|combined)\s+(?:price|cost|fee|number|weight|length|amount)\b/i;
const DO = 'do|does|did|will|would|can|could|must';
const PRICE =
  /\bhow\s+much\s+(?:is|are|for)\b|\b(?:how\s+much|what)\b.*\b(?:cost|costs|pay|price|charge|charged|come\s+to|worth)\b/i;
/** Words before the first of several things to be paid for: "What would I have to pay for three nights". */
const BEFORE_ITEMS = new RegExp(
  String.raw`^\W*(?:and\s+|so\s+)?(?:how\s+much|what)(?:['’]s|\s+(?:is|are|was|were|${DO}|it|that|I|we|you|one|be|have|the|total|sum|price|cost|fee|bill|charge|pay|spend|to|hire|rent|buy|book|stay|cross|send|mail|print|for|of))*\s+(?:a\s+)?$`,
  'i',
);
const PLACE = String.raw`(?<place>\s+(?:at|in|on|from|aboard|with|under|by|of)\s+[^\s,]+(?:\s+[^\s,]+)*?)?`;
/** What stands between the things has been taken out of the question, and left white space. */
const END = String.raw`\s*$`;
const AND_LIST = String.raw`${WORDS}\s+and\s+${WORDS}`;
const AND = /(?<!\s)\s*,\s*(?:and\s+)?|(?<!\s)\s+and\s+/g;

const JOINED_DO = new RegExp(
  String.raw`\b(?<how>how\s+(?:much|many|long|far)(?:\s+${WORDS})??)\s+(?<do>${DO})\s+(?<items>${AND_LIST})\s+(?<verb>cost|have|hold|weigh|earn|sleep|take|pay|sell|make|need|contain|carry|store|use|charge|own)(?<rest>\s+${WORDS})?${END}`,
  'diu',
);
const JOINED_BE = new RegExp(
  String.raw`\bhow\s+(?<measure>much|long|heavy|old|high|tall|large|big|wide|deep|far)\s+(?<be>is|are|was|were)\s+(?<items>${AND_LIST})${END}`,
  'diu',
);
const JOINED_IN = new RegExp(
  String.raw`\b(?<how>how\s+(?:much|many)\s+${WORDS})\s+(?<prep>in|at|on|for|from|of)\s+(?<items>${AND_LIST})${END}`,
  'diu',
);

/** "Three nights and two baths at the Drowned Heron". */
const ITEMS = new RegExp(
  String.raw`^(?<items>${WORDS})${PLACE}(?:\s+(?:cost|come\s+to|set\s+me\s+back|be\s+worth)(?<after>\s+${WORDS})?)?${END}`,
  'diu',
);

/** The sum that a question asks for: "three nights and two baths", "A and B together"; null where it asks for none. */
export function askedTotal(question: string): Computation | null {
  const isSummed = TOGETHER.test(question) || TOTAL_OF.test(question);
  // The words are blanked, not cut, so that offsets stay those of the question.
  const asked = question.replace(TOGETHER, (words) => ' '.repeat(words.length));
  const operands = PRICE.test(asked) ? pricedItems(question, asked, isSummed) : null;
  const found = operands ?? (isSummed ? joinedOperands(question, asked) : null);
  return found && { kind: 'total', operands: found, comparative: null, unit: null };
}

/** "Three nights and two baths at the Drowned Heron": each thing once, with its price asked for alone. */
function pricedItems(question: string, asked: string, isSummed: boolean): AskedOperand[] | null {
  const number = numbersIn(asked).find(
    ({ start, end, kind, value }) =>
      kind === 'cardinal' &&
      Number.isInteger(value) &&
      value > 0 &&
      !/^[-‐‑]/.test(asked.slice(end)) &&
      BEFORE_ITEMS.test(asked.slice(0, start)),
  );
  if (!number) return null;
  const items = ITEMS.exec(asked.slice(number.start));
  const span = items && groupSpan(items, 'items');
  if (!span || /[.!]\s/.test(items[0])) return null;
  const place = `${items.groups?.place ?? ''}${items.groups?.after ?? ''}`;
  const parts = partsOf(asked, { start: number.start + span.start, end: number.start + span.end });
  const operands = parts.map((part) => pricedItem(question, part, place));
  const all = operands.flatMap((operand) => operand ?? []);
  const isTotal = all.some(({ times }) => times > 1) || (isSummed && all.length > 1);
  return all.length === operands.length && isTotal ? all : null;
}

function pricedItem(question: string, span: Span, place: string): AskedOperand | null {
  const text = question.slice(span.start, span.end);
  const [number] = numbersIn(text);
  const isCounted = number?.start === 0 && number.kind === 'cardinal' && Number.isInteger(number.value);
  const article = /^an?\s+/i.exec(text);
  const noun = text.slice(isCounted ? number.end : (article?.[0].length ?? 0)).trim();
  if (noun === '' || (!isCounted && !article)) return null;
  // "A 60 mm lens".
  if (isCounted && /^\p{L}{1,2}(?!\p{L})/u.test(noun)) return null;
  const times = isCounted ? number.value : 1;
  return operandOf(question, span, `How much does ${withArticle(singularPhrase(noun))} cost${place}`, times);
}

function joinedOperands(question: string, asked: string): AskedOperand[] | null {
  const by = (pattern: RegExp, ask: (item: string, groups: Partial<Record<string, string>>) => string) => {
    const match = pattern.exec(asked);
    const span = match && groupSpan(match, 'items');
    if (!span) return null;
    const parts = partsOf(asked, span);
    const { groups = {} } = match;
    return parts.length < 2
      ? null
      : parts.map((part) => operandOf(question, part, ask(asked.slice(part.start, part.end), groups)));
  };
  return (
    by(JOINED_DO, (item, { how = '', do: auxiliary = '', verb = '', rest = '' }) =>
      capitalised(`${how} ${doFor(item, auxiliary)} ${item} ${verb}${rest}`),
    ) ??
    by(JOINED_BE, (item, { measure = '', be = '' }) => `How ${measure} ${beFor(item, isPast(be))} ${item}`) ??
    by(JOINED_IN, (item, { how = '', prep = '' }) => capitalised(`${how} ${prep} ${item}`))
  );
}

function partsOf(asked: string, { start, end }: Span): Span[] {
  const text = asked.slice(start, end);
  const parts: Span[] = [];
  let from = 0;
  for (const { index, 0: joint } of [...text.matchAll(AND), { index: text.length, 0: '' }]) {
    const part = text.slice(from, index);
    const at = start + from + part.length - part.trimStart().length;
    if (part.trim() !== '') parts.push({ start: at, end: at + part.trim().length });
    from = index + joint.length;
  }
  return parts;
}

/** Of "jars of honey" the jars are counted. */
function singularPhrase(phrase: string): string {
  const [head = '', ...rest] = phrase.split(/(?<!\s)(?=\s+(?:of|at|in|on|from|for|with|to)\s)/);
  const words = head.split(' ');
  const last = words.pop() ?? '';
  return [...words, singularOf(last)].join(' ') + rest.join('');
}

function withArticle(noun: string): string {
  return `${/^(?:[aeio]|u(?!n[ie]|s))/i.test(noun) && !/^(?:one|eu)/i.test(noun) ? 'an' : 'a'} ${noun}`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
