/** A message in the readings that cues look at. */
export interface Message {
  /** As it was written, white space folded: names keep their capitals. */
  readonly written: string;
  /** The same in lower case, with straight apostrophes. */
  readonly text: string;
  /** `text` without the words that only open it: "hi, could you please …". */
  readonly opening: string;
  /** The last sentence, without its opening words: the request, if context comes first. */
  readonly ask: string;
}

/** Opening words, which do not show the type of a message if more follows. */
const OPENING_WORDS =
  /^(?:(?:please|pls|plz|kindly|hi|hello|hey|hiya|ok|okay|so|and|but|well|now|also|then|um|uh|er|just|maybe|sorry|excuse me|quick question|quick one|question|(?:good )?(?:morning|afternoon|evening))\b[\s,.:;!–—-]*)+(?=\S)/;
/** "Could you tell me …": a request that is worded as a question about the assistant. */
const REQUEST_FRAME =
  /^(?:(?:could|can|would|will) (?:you|u|someone|anyone|anybody)(?: please| kindly| maybe| possibly| quickly| just)*|i(?:'d| would)? (?:like|want|need) you to|i(?:'d| would) (?:like|love) (?:to know|you to)|do you (?:happen to )?know|any idea|any chance you could)[\s,]+(?=\w)/;

/** Characters that are read at either end: the request is at the beginning or at the end of a message. */
export const READ_EDGE = 300;

/** A message of any length, read by its ends: the patterns of the cues never see more than both of them. */
export function readMessage(query: string): Message {
  const written = bothEnds(query.replace(/\s+/gu, ' ').trim());
  const text = written.toLowerCase().replaceAll('’', "'").replaceAll('‘', "'");
  const sentences = text.split(/(?<=[.!?…])\s+/u).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  return { written, text, opening: withoutOpening(text), ask: withoutOpening(sentences.at(-1) ?? text) };
}

function bothEnds(text: string): string {
  return text.length <= 2 * READ_EDGE ? text : `${text.slice(0, READ_EDGE)} … ${text.slice(-READ_EDGE)}`;
}

/** Removes the opening words. A text that consists of them alone stays unchanged: "hello". */
function withoutOpening(text: string): string {
  const bare = text.replace(OPENING_WORDS, '').replace(REQUEST_FRAME, '').replace(OPENING_WORDS, '');
  return /[\p{L}\p{N}]/u.test(bare) ? bare : text;
}
