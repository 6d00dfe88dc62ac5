import { findBridge } from './find-bridge.js';

/** Descriptions inside of each other; with the question itself that makes four hops, more than people ask. */
const MOST_BRIDGES = 3;
/** Article and noun that a description opens with: what may hold another one comes after them. */
const HEAD = /^(?:the|an?|whichever|whoever) \S+ /iu;

/**
 * The descriptions that stand inside of each other in a question, the innermost first: "Who taught the man who built the
 * lighthouse that stands on Gull Point?" → "the lighthouse that stands on Gull Point", "the man who built the lighthouse
 * that stands on Gull Point".
 *
 * @returns empty where nothing is described
 */
export function bridgeChain(query: string): string[] {
  const chain: string[] = [];
  for (let inner = findBridge(query); inner !== null && chain.length < MOST_BRIDGES;) {
    chain.unshift(inner);
    const rest: string = inner.replace(HEAD, '');
    const nested: string | null = rest === inner ? null : findBridge(rest);
    // What is left of a description when its first words are gone is not another one.
    inner = nested !== null && nested !== rest ? nested : null;
  }
  return chain;
}
