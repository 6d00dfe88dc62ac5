import { type GlobalQuestion, isWordForWhole } from '@arbiter/question-types';
import type { KnowledgeGraph } from '../world/knowledge-graph.js';

/**
 * Whether what a question takes for the whole is the whole that a collection describes: a word such as "world" or "plant", or the name of
 * the collection.
 */
export function isAboutWhole({ whole }: GlobalQuestion, graph: KnowledgeGraph): boolean {
  if (whole === null || isWordForWhole(whole)) return true;
  const named = namesOf(graph);
  return wordsOf(whole).every((word) => named.has(word));
}

/** Of a longer name, so many words stand in the name of the collection. */
const SHARED_WORDS = 2;

/** Whether a name is that of the whole: "Redmoor General Hospital" of the collection "redmoor-hospital". */
export function isNameOfWhole(name: string, graph: KnowledgeGraph): boolean {
  const words = wordsOf(name);
  const named = [...namesOf(graph)];
  // "Works" stands in "waterworks".
  const shared = words.filter((word) => named.some((one) => one.endsWith(word))).length;
  return shared > 0 && shared >= Math.min(SHARED_WORDS, words.length);
}

function namesOf({ snapshot }: KnowledgeGraph): ReadonlySet<string> {
  return new Set(wordsOf(snapshot.collection));
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !/^(?:the|of|and)$/u.test(word));
}
