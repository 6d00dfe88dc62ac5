import { SPELLING_PAIRS } from './spelling-pairs.js';

/** A rewording of a question that changes nothing of what it asks. */
export interface QuestionMetamorphosis {
  readonly name: string;
  /** @returns the question unchanged where the rewording has nothing to do in it */
  readonly apply: (question: string) => string;
}

const LONG_TO_SHORT: readonly (readonly [RegExp, string])[] = [
  [/\b(what|who|where|when|how|that|there) is\b(?=\s\w)/gi, "$1's"],
  [/\b(does|do|did|is|are|was|were|has|have|had|could|would|should) not\b/gi, "$1n't"],
  [/\bcannot\b/gi, "can't"],
  [/\bI am\b/g, "I'm"],
  [/\b(I|we|you|they) have\b(?=\s\w+(?:ed|en)\b)/gi, "$1've"],
];
const SHORT_TO_LONG: readonly (readonly [RegExp, string])[] = [
  [/\b(what|who|where|when|how|there)['’]s\b/gi, '$1 is'],
  [/\b(does|do|did|is|are|was|were|has|have|had|could|would|should)n['’]t\b/gi, '$1 not'],
  [/\bcan['’]t\b/gi, 'cannot'],
  [/\bI['’]m\b/g, 'I am'],
];

/** Every rewording that a steady answer survives. */
export const QUESTION_METAMORPHOSES: readonly QuestionMetamorphosis[] = [
  { name: 'lower case', apply: (question) => question.toLowerCase() },
  { name: 'upper case', apply: (question) => question.toUpperCase() },
  { name: 'no question mark', apply: (question) => question.replace(/(?<!\s)\s*\?\s*$/, '') },
  { name: 'loose punctuation', apply: (question) => `  ${question.replace(/\?\s*$/, ' ??')} ` },
  { name: 'curly quotes', apply: curlQuotes },
  { name: 'short forms', apply: (question) => replaceAll(question, LONG_TO_SHORT) },
  { name: 'long forms', apply: (question) => replaceAll(question, SHORT_TO_LONG) },
  { name: 'other spelling', apply: respell },
];

/** Straight to curly, and back where the question is curly already. */
function curlQuotes(question: string): string {
  if (/[’“”]/.test(question)) return question.replaceAll('’', "'").replace(/[“”]/g, '"');
  return question.replaceAll("'", '’').replace(/"([^"]*)"/g, '“$1”');
}

function replaceAll(question: string, rules: readonly (readonly [RegExp, string])[]): string {
  return rules.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), question);
}

/** Endings of a stem: "Greyfell" is a name and has one spelling. */
const ENDING = /^(?:s|e|ed|er|ers|es|ing|ation|ations|ful|hood|less|ly)?$/i;

/** British words become American, and American ones British. */
function respell(question: string): string {
  const plain = (pattern: string): string => pattern.replace(/\(.{0,1000}\)/, '');
  return question.replace(/\p{L}+/gu, (word) => {
    for (const [british, american] of SPELLING_PAIRS) {
      for (const [from, to] of [
        [british, american],
        [american, british],
      ] as const) {
        const found = new RegExp(from, 'i').exec(word);
        const rest = word.slice(found?.[0].length);
        if (found?.index === 0 && ENDING.test(rest)) return matchCase(found[0], plain(to)) + rest;
      }
    }
    return word;
  });
}

function matchCase(pattern: string, word: string): string {
  if (pattern === pattern.toUpperCase()) return word.toUpperCase();
  return /^\p{Lu}/u.test(pattern) ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}
