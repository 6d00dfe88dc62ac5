/** Nouns for persons and things that are named by a relation ("her teacher", "the owner of the mill"), as alternatives. */
const ROLE_NOUNS =
  'founder|leader|owner|captain|keeper|head|master|mistress|author|writer|composer|builder|maker|inventor|teacher|tutor|' +
  'mentor|apprentice|pupil|student|mother|father|sister|brother|uncle|aunt|cousin|niece|nephew|son|daughter|' +
  'grand(?:father|mother|son|daughter)|kins(?:man|woman)|widow|widower|husband|wife|spouse|heir|rival|ally|enemy|patron|' +
  'partner|employer|deputy|lieutenant|mate|steward|clerk|successor|predecessor|commander|ruler|director|performer|' +
  'killer|murderer|ship|vessel|band|publisher|capital';

const WORD = String.raw`[\p{L}\p{N}'’-]+`;

/**
 * A description that stands for a name: article, up to four words, then a clause that tells it apart.
 * "Who taught [the man who built the lighthouse]?"
 */
const RELATIVE_CLAUSE = new RegExp(
  String.raw`\b((?:the|an?|whichever|whoever) (?:(?!(?:the|an?) )${WORD} ){0,4}(?:who|whom|whose|that|which|where)(?! (?:is|are|was|were) (?:now|today|also|called|known|named|still)\b) [^?,;:]+)`,
  'iu',
);
const PARTICIPLE_CLAUSE =
  /\b(the (?:[\p{L}\p{N}'’-]+ ){1,4}(?:[\p{L}]+ed by|(?:built|made|written|held|kept|run|led|sold|bought|won|drawn|taught) by|[\p{L}]+ing|in charge of|responsible for|behind) [^?,;:]+)/iu;
const NESTED_OF =
  /\b(?:of|by|for|to|from|with|does|did|is|was) (the [\p{L}\p{N}'’-]+(?: [\p{L}\p{N}'’-]+){0,2} (?:of|behind) [^?,;:]+)/iu;
const ROLE_OF = new RegExp(
  String.raw`\b(the (?:${WORD} )?(?:${ROLE_NOUNS})s? of (?:the )?[^?,;:]+?)(?= (?:have|has|had|do|does|did|like|live|lives|work|works|follow|get|earn|own|owns|is|was|are|were|\w+ed)\b|[?,;:]|$)`,
  'iu',
);
const POSSESSIVE_ROLE = new RegExp(
  String.raw`\b((?:[Tt]he )?(?:\p{Lu}[\p{L}\p{N}'’-]* ){0,8}${WORD}['’]s? (?:${WORD} ){0,2}(?:${ROLE_NOUNS})s?)\b`,
  'u',
);
const POSSESSIVE_CHAIN = /\b((?:[\p{Lu}][\p{L}'’]* ){0,8}[\p{Lu}][\p{L}-]*['’]s [\p{L}-]+)['’]s? [\p{L}-]+/u;
/** "One key is kept at a gatehouse. Which captain commands there?": the statement is the description. */
const STATEMENT = /^([^.?!]+)\. [^?]*\?/u;

/** @returns the inner description, without the verb of the outer question where that can be told; null when there is none */
export function findBridge(query: string): string | null {
  for (const form of [
    STATEMENT,
    RELATIVE_CLAUSE,
    PARTICIPLE_CLAUSE,
    ROLE_OF,
    NESTED_OF,
    POSSESSIVE_CHAIN,
    POSSESSIVE_ROLE,
  ]) {
    const inner = form.exec(query)?.[1]?.trim();
    if (inner && inner.split(/\s+/).length >= 2) return inner;
  }
  return null;
}

/** Descriptions inside of each other; with the question itself that makes four hops, more than people ask. */
const MOST_BRIDGES = 3;
/** Article and noun that a description opens with: what may hold another one comes after them. */
const HEAD = /^(?:the|an?|whichever|whoever) \S+ /iu;

/**
 * The descriptions that stand inside of each other in a question, the innermost first: "Who taught the man who built the
 * lighthouse that stands on Gull Point?" → "the lighthouse that stands on Gull Point", "the man who built the lighthouse
 * that stands on Gull Point".
 *
 * @returns empty if there is no description
 */
export function bridgeChain(query: string): string[] {
  const chain: string[] = [];
  for (let inner = findBridge(query); inner !== null && chain.length < MOST_BRIDGES;) {
    chain.unshift(inner);
    const rest: string = inner.replace(HEAD, '');
    const nested: string | null = rest === inner ? null : findBridge(rest);
    // The remainder of a description without its first words is not another description.
    inner = nested !== null && nested !== rest ? nested : null;
  }
  return chain;
}
