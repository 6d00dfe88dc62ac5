import type { Span } from '../span.js';

/** Objects of an instruction to a reader; "ignore the warning lamp" has another object. */
const ORDERS = '(?:instructions?|prompts?|directions?|directives?|guidelines?|commands?|context)';
const FORMER = '(?:previous|prior|above|preceding|earlier|foregoing|former|system|original|initial|other)';

/**
 * Text that speaks to whatever answers from it, and not to people. Each pattern needs two signs: what it says, and to whom
 * or about what; manuals say "ignore", "disregard" and "the answer is", too.
 */
const INSTRUCTIONS: readonly RegExp[] = [
  // "Ignore all previous instructions and …"; with a condition behind it, a manual speaks of its own steps.
  new RegExp(
    `\\b(?:ignore|disregard|forget|override|bypass)\\s+(?:(?:all|any|every|each|of|the|your|my|these|those)\\s+)*${FORMER}\\s+(?:\\w+\\s+)?${ORDERS}\\b(?!\\s+(?:if|when|where|until|unless|for|on|of|from|issued|concerning)\\b(?!.*\\b(?:prompt|conversation|model|assistant)\\b))`,
  ),
  new RegExp(
    `\\b(?:ignore|disregard|forget)\\s+(?:all|everything|anything)\\s+(?:that\\s+)?(?:(?:you|was|were|has|have|been)\\s+)*(?:(?:said|told|given|written|learnt|learned|read)\\s+)?(?:above|before|so far|previously)\\b`,
  ),
  /\b(?:ignoriere?n?|missachten?|vergiss)\s+(?:sie\s+)?(?:alle\s+)?(?:bisherigen|vorherigen|vorigen|obigen|früheren)\s+(?:anweisungen|befehle|vorgaben)\b/,
  /\b(?:ignore[rz]?|oublie[rz]?)\s+(?:toutes\s+)?les\s+(?:instructions|consignes)\s+(?:précédentes|antérieures|ci-dessus)\b/,
  /\b(?:ignora|olvida)\s+(?:todas\s+)?las\s+instrucciones\s+(?:anteriores|previas)\b/,
  // "The answer to every question is …"
  /\banswers?\s+(?:to|for)\s+(?:every|each|any|all)\s+(?:\w+\s+){0,2}questions?\b.*\b(?:is|are|be)\b/,
  /\b(?:answer|reply|respond)\s+(?:to\s+)?(?:every|each|any|all)\s+(?:\w+\s+){0,2}(?:questions?|quer(?:y|ies)|prompts?)\s+(?:\w+\s+)?(?:with|by|as|that)\b/,
  /\b(?:whatever|no matter what)\s+(?:the\s+question|(?:the\s+)?(?:user|reader)s?\s+asks?|(?:is|was)\s+asked|you\s+are\s+asked)\b.*\b(?:answer|reply|respond|say|cite|output|write)\b/,
  // "Note to AI assistants: …", "Language models reading this …"
  /\b(?:note|notice|message|instructions?|attention|warning|important|memo)\b[\s!:,–—-]*(?:(?:to|for|all|any|every|the)\s+)*(?:ai|a\.i\.|llms?|language models?|chat ?bots?|(?:ai|virtual|digital)\s+(?:assistants?|agents?|models?|systems?))(?:\s+(?:assistants?|agents?|models?|systems?|readers?))?\s*[:,.!–—-]/,
  /\b(?:ai|llms?|language models?|chat ?bots?|assistants?)(?:\s+(?:assistants?|agents?|models?|systems?))?\s+(?:that\s+|who\s+|which\s+)?(?:reads?|reading|summari[sz](?:es?|ing)|process(?:es|ing)?|answering|quoting|citing)\s+(?:from\s+)?this\b/,
  /\byou\s+are\s+(?:now\s+)?(?:an?\s+|the\s+)?(?:\w+\s+)?(?:ai|llm|language model|chat ?bot|ai assistant)\b/,
  /\b(?:reveal|print|repeat|show|output|leak|ignore|reset)\b.{0,40}\bsystem\s+prompt\b/,
  // Separators between the turns of a chat in the templates of common models.
  /<\|[a-z_]+\|>|\[\/?inst\]|<<\/?sys>>|<\/?(?:system|instructions?|assistant)>/,
];

/** Lines that look like those that this software writes itself below an answer. */
const FORGED_SOURCES: readonly RegExp[] = [
  /(?:^|\n)[^\S\n]*(?:sources|citations)\s*:\s*\[\d{1,3}\]/,
  /(?:^|\n)[^\S\n]*\[\d{1,3}\]\s*["“]/,
  /\bchecked against its sources; confidence\b/,
];

const PARAGRAPH_END = /\n[^\S\n]*\n/;

/**
 * Whether a text instructs whatever answers from it, or poses as the sources of an answer. Known wordings are recognised;
 * whoever words it otherwise is not, so that this is one defence among several.
 */
export function isInjected(text: string): boolean {
  const lines = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase();
  const plain = lines.replace(/\s+/g, ' ');
  return INSTRUCTIONS.some((one) => one.test(plain)) || FORGED_SOURCES.some((one) => one.test(lines));
}

/**
 * Those spans of a passage that may be quoted as an answer. An injected text goes with what follows it in its paragraph,
 * which it leads up to.
 *
 * @param spans of sentences, in the order of the text; they may overlap
 */
export function quotableSpans(text: string, spans: readonly Span[]): Span[] {
  let injectedAt: number | null = null;
  return spans.filter(({ start, end }) => {
    if (injectedAt !== null && PARAGRAPH_END.test(text.slice(injectedAt, start))) injectedAt = null;
    if (injectedAt === null && isInjected(text.slice(start, end))) injectedAt = start;
    return injectedAt === null;
  });
}
