/** Opening words, which do not show what a message asks for if more follows. */
const OPENING_WORDS =
  /^(?:(?:please|pls|plz|kindly|hi|hello|hey|hiya|ok|okay|so|and|but|well|now|also|then|um|uh|er|just|maybe|sorry|excuse me|quick question|quick one|question|(?:good )?(?:morning|afternoon|evening))\b[\s,.:;!–—-]*)+(?=\S)/;
/** "Could you tell me …": a request that is worded as a question about the assistant. */
const REQUEST_FRAME =
  /^(?:(?:could|can|would|will) (?:you|u|someone|anyone|anybody)(?: please| kindly| maybe| possibly| quickly| just)*|i(?:'d| would)? (?:like|want|need) you to|i(?:'d| would) (?:like|love) (?:to know|you to)|do you (?:happen to )?know|any idea|any chance you could)[\s,]+(?=\w)/;

/** Characters that are read at either end: the request is at the beginning or at the end of a message. */
export const READ_EDGE = 300;

/** Both ends of a message of any length, in lower case, white space folded, with straight apostrophes. */
export function readMessage(query: string): string {
  const written = query.replace(/\s+/gu, ' ').trim();
  const ends =
    written.length <= 2 * READ_EDGE ? written : `${written.slice(0, READ_EDGE)} … ${written.slice(-READ_EDGE)}`;
  return ends.toLowerCase().replaceAll('’', "'").replaceAll('‘', "'");
}

/** `readMessage` without the words that only open it: "hi, could you please …". One that consists of them stays: "hello". */
export function readAsk(query: string): string {
  const text = readMessage(query);
  const bare = text.replace(OPENING_WORDS, '').replace(REQUEST_FRAME, '').replace(OPENING_WORDS, '');
  return /[\p{L}\p{N}]/u.test(bare) ? bare : text;
}
