import type { Claim } from '@arbiter/contracts';

/** "The gate may be opened" is a rule, not a hedge. */
const OPINION =
  /\b(?:I|we) (?:think|believe|feel|guess|suppose|would say)\b|\bin (?:my|our) (?:opinion|view)\b|\b(?:probably|perhaps|maybe|possibly|arguably|presumably|apparently)\b|\bmight (?:well )?(?:be|have)\b|\b(?:may|could) have been\b|\b(?:may|could) well be\b|\b(?:it|this|that) seems\b|\b(?:best choice|worth a visit)\b/i;
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
