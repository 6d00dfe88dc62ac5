import type { RandomSource } from '@arbiter/evaluation';
import { clauseOrder, cleft, equation, genitive, voice, type RewordingRule } from './structure-rules.js';
import { numberWords, synonyms } from './word-rules.js';

/** Structure first, while the sentence has the form that rules look for; at most one of them, then words. */
const STRUCTURE: readonly RewordingRule[] = [voice, equation, clauseOrder, genitive, cleft];
const WORDS: readonly RewordingRule[] = [numberWords, synonyms];
/** Each word rule so often at the most. */
const MOST_WORDS_CHANGED = 2;

export interface Rewording {
  readonly text: string;
  /** Names of the rules that were applied; `hand-written` for one of ours. */
  readonly rules: readonly string[];
}

/** Says the same in other words, by as many rules as apply; null when none does. */
export function reword(sentence: string, random: RandomSource): Rewording | null {
  let text = sentence;
  const rules: string[] = [];
  // One rule may undo another, or itself.
  const seen = new Set([sentence]);
  const apply = (rule: RewordingRule): boolean => {
    const reworded = rule.reword(text, random);
    if (reworded === null || seen.has(reworded)) return false;
    text = reworded;
    seen.add(text);
    rules.push(rule.name);
    return true;
  };
  STRUCTURE.some(apply);
  for (const rule of WORDS) for (let time = 0; time < MOST_WORDS_CHANGED && apply(rule); time++);
  return rules.length === 0 ? null : { text, rules: [...new Set(rules)] };
}
