import { namesIn } from '@arbiter/text';

/** Head words that point to a sentence before. Only where nothing in the sentence can be meant is it sure that they do. */
const CONNECTIVE =
  /^(?:however|otherwise|therefore|thus|hence|also|then|instead|nevertheless|nonetheless|moreover|furthermore|besides|likewise|similarly|consequently|accordingly|meanwhile|still|yet|but|and|or|so|nor|in addition|as a result|for (?:this|that|these|those) reasons?|for example|for instance|on the other hand|in (?:this|that|such|these|those) (?:case|cases|way|situation|event)|after(?:wards?| that| this)|before (?:that|this)|even so|that said|in turn|finally|lastly|next|again|too|only then|if so|if not|in other words|by contrast|conversely|instead of (?:this|that)|because of (?:this|that)|at (?:this|that) (?:time|point)|since then|until then|from then on)\b(?!\s+again\b)/i;
const PRONOUN_SUBJECT = /^(?:he|she|they|him|her|his|hers|their|theirs|them|its)\b/i;
/** "It is forbidden to …", "It takes an hour to …", "It is said that …": the subject follows. */
const EXPLETIVE_IT =
  /^it(?:['’]s| is| was| takes?| took| costs?| cost| will be| would be| may be| can be| must be| seems?| appears?| rains?| snows?| has been)\b[^.;:]*\b(?:to|that|whether|who|when|if|before|until|for|from|since|in (?:spring|summer|autumn|winter))\b/i;
const IT = /^it\b/i;
/** "This ferry" may be clear; "this is", "these must" is not. */
const BARE_DEMONSTRATIVE =
  /^(?:this|that|these|those|such|both|neither|either|none|each|all|some|many|most|few|several|others?|another|the (?:former|latter|same|others?|above|following|first|second|third|last|two|rest)|here|there(?!\s+(?:is|are|was|were|will|has|have|must|may|can|shall)\b))(?:\s+(?:of (?:them|these|those)|(?:is|are|was|were|will|must|may|can|should|has|have|had|does|do|did|also|then|cost|costs|takes?|means?|applies|apply|happens?|makes?|ends?|begins?|includes?|requires?|shows?|holds?)\b)|[,.;:]|$)/i;
const DEMONSTRATIVE_NOUN = /^(?:this|that|these|those|such)\s+(?!which\b)\p{Ll}/iu;
/** "When he dies, the keeper …" and "In his time, Corin …" name who is meant afterwards. */
const NAMES_LATER =
  /^(?:when|while|if|as|after|before|until|in|on|during|with|for|despite|unless|although|though|because|since|by)\b/i;
const PRONOUN_INSIDE = /\b(?:he|she|they|him|her|them|his|their)\b/i;

/**
 * Whether a sentence can be understood without the one before it. Says no only where that is sure: a pronoun or a bare
 * "this" as its subject, a connective at its head. A definite description ("the keeper") counts as understood.
 */
export function isSelfContained(sentence: string): boolean {
  const text = sentence
    .trim()
    .replace(/^(?:[-*•–+]|\(?\d{1,3}[.)])\s+/, '')
    .replace(/^["'“‘(*_]+/, '');
  if (text === '') return false;
  if (CONNECTIVE.test(text)) return isOrdinaryHead(text);
  if (PRONOUN_SUBJECT.test(text)) return false;
  if (IT.test(text)) return EXPLETIVE_IT.test(text);
  if (BARE_DEMONSTRATIVE.test(text)) return isQuantified(text);
  if (DEMONSTRATIVE_NOUN.test(text)) return false;
  // A pronoun in a clause at the head needs someone in the sentence whom it can mean.
  const [head = '', ...rest] = text.split(',');
  if (!NAMES_LATER.test(text) || !PRONOUN_INSIDE.test(head)) return true;
  const main = rest.join(',');
  return (
    namesIn(text).length > 0 ||
    /\b(?:the|an?|every|each|all|who|your?)\s+\p{L}/iu.test(`${main} ${head.split(PRONOUN_INSIDE)[0] ?? ''}`)
  );
}

/** "Still water", "Next Tuesday", "Then-king", "Only then": the word is part of what is named. */
function isOrdinaryHead(text: string): boolean {
  return /^(?:still|yet|next|then|so|again|too)(?:-\p{L}|\s+(?:water|waters|life|wine|door|week|month|year|to|called|many|much|few|far|long as)\b)/iu.test(
    text,
  );
}

/** "All of the guests", "Some are …": only with what is counted beside it is it clear. */
function isQuantified(text: string): boolean {
  return (
    /^(?:each|all|some|many|most|few|several|both|neither|either|none)\s+(?:of\s+(?:the\b|\p{Lu})|\p{L}+s\b)/u.test(
      text.charAt(0).toLowerCase() + text.slice(1),
    ) &&
    !/^\p{L}+\s+(?:is|was|has|does|costs?|takes|means|applies|happens|makes|ends|begins|includes|requires|shows|holds)\b/iu.test(
      text,
    )
  );
}
