/**
 * A description that stands for a name: article, up to four words, then a clause that tells it apart.
 * "Who taught [the man who built the lighthouse]?"
 */
const RELATIVE_CLAUSE = /\b((?:the|a|an|whichever|whoever) (?:[\p{L}\p{N}'’-]+ ){0,4}(?:who|whom|whose|that|which|where) [^?,;]+)/iu;
const PARTICIPLE_CLAUSE =
  /\b((?:the) (?:[\p{L}\p{N}'’-]+ ){1,3}(?:[\p{L}]+ing|[\p{L}]+ed by|in charge of|responsible for|behind) [^?,;]+)/iu;
const NESTED_OF = /\b(?:of|by|for|to|from|with|does|did|is|was) (the [\p{L}\p{N}'’-]+(?: [\p{L}\p{N}'’-]+){0,2} (?:of|behind) [^?,;]+)/iu;
const POSSESSIVE_CHAIN = /\b((?:[\p{Lu}][\p{L}'’-]* )*[\p{Lu}][\p{L}-]*['’]s [\p{L}-]+)['’]s? [\p{L}-]+/u;

/** @returns the inner description, without the verb of the outer question where that can be told; null when there is none */
export function findBridge(query: string): string | null {
  for (const form of [RELATIVE_CLAUSE, PARTICIPLE_CLAUSE, NESTED_OF, POSSESSIVE_CHAIN]) {
    const inner = form.exec(query)?.[1]?.trim();
    if (inner && inner.split(/\s+/).length >= 3) return inner;
  }
  return null;
}
