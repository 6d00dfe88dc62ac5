import type { Claim } from '@arbiter/contracts';
import { anyOf, HEDGES } from '@arbiter/english';
import { carryOut, readingSentences, type Steps } from '@arbiter/text';
import { cellsOf, maskMarkup, splitLines, trimSpan, type AnswerLine, type Span } from './split-lines.js';

const MARKERS = /(?:\[\d+\]\s*)+/g;
/** Something new can start so after markers, full stop or not: a row or an item may lack one. */
const STARTS = /^[\p{Lu}\p{Lo}\p{N}"“‘'(*•-]/u;
/** A short list item is no sentence: what goes before the list says of what it speaks. */
const ENDS_SENTENCE = /[.!?…。！？][\])"'”’\s]*$/u;

/** What a claim says, with its place: `statement` differs from the text where that needs its surroundings. */
interface Statement extends Span {
  readonly statement: string;
}

/**
 * The claims of an answer, as small as they can be and still say something: sentences, list items,
 * table rows. Markers, markup, questions, greetings and refusals are no claims: an answer of nothing else has
 * none.
 *
 * @returns in the order of the answer; `text === answer.slice(start, end)`
 */
export function extractClaims(answer: string): Claim[] {
  return carryOut(extractingClaims(answer));
}

/** {@link extractClaims}, a sentence a step. */
export function* extractingClaims(answer: string): Steps<Claim[]> {
  const masked = maskMarkup(answer);
  const claims: Claim[] = [];
  for (const line of splitLines(masked)) {
    for (const stretch of stretchesOf(answer, line)) {
      for (const { start, end, statement } of yield* statementsOf(masked, stretch)) {
        yield;
        if (!makesClaim(statement)) continue;
        const text = answer.slice(start, end);
        claims.push({ text, ...kindOf(statement), start, end, ...(statement !== text && { statement }) });
      }
    }
  }
  return claims;
}

/** A line, cut after markers where the next statement starts. */
function stretchesOf(answer: string, line: AnswerLine): AnswerLine[] {
  const text = answer.slice(line.start, line.end);
  const stretches: AnswerLine[] = [];
  let from = 0;
  const cuts = [...text.matchAll(MARKERS)].filter(({ index, 0: markers }) => {
    const after = index + markers.length;
    return STARTS.test(text.slice(after, after + 2));
  });
  for (const { index, 0: markers } of [...cuts, { index: text.length, 0: '' }]) {
    if (index > from) stretches.push({ ...line, start: line.start + from, end: line.start + index });
    from = index + markers.length;
  }
  return stretches;
}

function* statementsOf(masked: string, line: AnswerLine): Steps<Statement[]> {
  const text = masked.slice(line.start, line.end);
  if (line.kind === 'row') return statedAs(masked, line, rowStatement(text, line.header ?? []));
  const sentences = (yield* readingSentences(text)).map(({ start, end }) => ({
    start: line.start + start,
    end: line.start + end,
  }));
  const [only] = sentences;
  if (line.lead !== undefined && only && sentences.length === 1 && !ENDS_SENTENCE.test(text.trim())) {
    return statedAs(masked, only, `${line.lead} ${tidy(masked.slice(only.start, only.end))}`);
  }
  return sentences.flatMap((sentence) => statedAs(masked, sentence, tidy(masked.slice(sentence.start, sentence.end))));
}

function statedAs(masked: string, { start, end }: Span, statement: string): Statement[] {
  const span = trimSpan(masked, start, end);
  return span ? [{ ...span, statement }] : [];
}

/** `| loft | 3 pence |` under `| Room | Price |` says "Room: loft; Price: 3 pence". */
function rowStatement(row: string, header: readonly string[]): string {
  return cellsOf(row)
    .map((cell, column) => [tidy(header[column] ?? ''), tidy(cell)] as const)
    .filter(([, cell]) => cell !== '')
    .map(([name, cell]) => (name === '' ? cell : `${name}: ${cell}`))
    .join('; ');
}

/** On one line, without the gaps that masked markup leaves. */
function tidy(text: string): string {
  return text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,;:!?)\]])/g, '');
}

/** "The gate may be opened" is a rule, not a hedge. */
const OPINION = new RegExp(
  String.raw`\b(?:(?:I|we) (?:think|believe|feel|guess|suppose|would say)|in (?:my|our) (?:opinion|view)|${anyOf(HEDGES)}|might (?:well )?(?:be|have)|(?:may|could) have been|(?:may|could) well be|(?:it|this|that) seems|(?:best choice|worth a visit))\b`,
  'i',
);
/** Judgements count only as what is said of something: "the lovely lamp was lit in 341" is a fact. */
const JUDGEMENT =
  /\b(?:is|are|was|were|looks?|seems?|feels?|sounds?)\s+(?:(?:very|quite|really|truly|rather|so|just|simply|absolutely)\s+)?(?:an?\s+)?(?:beautiful|wonderful|lovely|terrible|boring|amazing|awful|delightful|charming|ugly|great|fun|nice|exciting|impressive|fascinating)\b(?!\s+\p{N})/iu;
const INFERENCE =
  /\b(?:therefore|thus|hence|consequently|which means|this means|it follows|this implies|must have been|so (?:it|he|she|they|the))\b/i;
/** Says that nothing is known, which no source can support. It must say so of itself or its sources, not of the world. */
const REFUSAL =
  /^(?:(?:sorry|unfortunately|however|but|i(?:'m| am) (?:sorry|afraid))[,;.]?\s+(?:but\s+)?)?(?:(?:i|we)\s+(?:do not|don['’]t|cannot|can['’]t|could not|couldn['’]t|am (?:not able|unable) to|was unable to)\s+(?:have|know|find|answer|say|tell|see|determine|confirm|help)\b|(?:the|these|those|my|our|your|any of the)\s+(?:given |provided |available )?(?:sources?|documents?|passages?|context|texts?|library|collections?)\s+(?:do(?:es)? not|don['’]t|doesn['’]t|hold no|holds no|contain no|contains no|give no|gives no|say nothing|says nothing)\b|there (?:is|was) (?:no|not enough|insufficient)\s+(?:information|answer|mention)\b|no (?:information|answer)\b|not enough information\b)/iu;
const NOT_KNOWN =
  /^[^,;:]{1,120}\b(?:is|are) not (?:known|stated|mentioned|specified)(?:\s+(?:in|by|here|from)\b[^,;:]{0,60})?[.!]?$/iu;
/** A statement may follow a refusal in the same breath. */
const GOES_ON = /[,;:—–]|\b(?:but|however|although|though|and)\b/iu;
const GREETING =
  /^(?:hello|hi|hey|greetings|welcome|thank you|thanks|you are welcome|you['’]re welcome|sure|certainly|of course|good (?:morning|day|evening))(?:\s+(?:there|you|all|again|everyone|traveller|friend|for (?:asking|your question)|very much)){0,3}[.!,]?$/iu;
/** Introduces what follows and says nothing. */
const PREAMBLE =
  /^(?:(?:sure|certainly|of course)[,!]?\s+)?(?:here (?:is|are) (?:the|an?|your|some|what)\b[^.:]{0,60}[:.]|let me (?:know|explain|help)\b[^.:]{0,60}[:.!]?|i hope (?:this|that) helps\b[^.]{0,20}[.!]?)$/iu;
const WORD = /[\p{L}\p{N}]/u;
const QUESTION = /[?？؟;]\s*["'”’»)\]]*$/u;

/** Whether a statement makes a claim at all: questions, greetings and refusals do not, nor what holds no word. */
export function makesClaim(statement: string): boolean {
  if (!WORD.test(statement)) return false;
  if (QUESTION.test(statement) && /[?？؟]/.test(statement)) return false;
  if (GREETING.test(statement) || PREAMBLE.test(statement)) return false;
  return !isRefusal(statement);
}

function isRefusal(statement: string): boolean {
  if (NOT_KNOWN.test(statement)) return true;
  const opening = REFUSAL.exec(statement)?.[0];
  return opening !== undefined && !GOES_ON.test(statement.slice(opening.length));
}

/** Fact, opinion or inference, and how sure that is. */
export function kindOf(statement: string): Pick<Claim, 'type' | 'confidence'> {
  if (OPINION.test(statement) || JUDGEMENT.test(statement)) return { type: 'opinion', confidence: 0.8 };
  if (INFERENCE.test(statement)) return { type: 'inference', confidence: 0.7 };
  return { type: 'fact', confidence: 0.9 };
}
