/** "Build me a 2000 point army", "put together a menu for six": what is made, after the verb and for whom. */
const CONSTRUCTION =
  /\b(?:build|make|create|design|draft|plan|compose|assemble|put together|draw up|work out|pack|prepare)(?: (?:me|us|my|our|up))? ((?:an?|the|some|my|our) [^?.!;]+)/iu;
/** The end of the thing to make, and the start of its conditions. */
const CONDITION = /(?:,| (?:with|without|under|within|for|that|which|using|from|at|in|on|of|so)\b).*/isu;
/** "with lots of firepower". */
const WISH = / with ((?!an?\b|the\b)\p{L}[^?.!;,]*)/iu;
/** "2000 point", "under 30 crowns", "for at most 12 people": something has to add up. */
const AMOUNT = /\b(?:\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|a dozen|twenty|hundred|thousand)\b/iu;

export interface Construction {
  /** Query for the limits on the construction. */
  readonly constraints: string;
  /** Query for the costs of the candidates, which the question itself finds; null if the question has no amount. */
  readonly costs: string | null;
  /** Query for the candidates that meet a wish ("with lots of firepower"); null if there is none. */
  readonly wished: string | null;
}

/**
 * What has to be known to construct something: limits, candidates, and what they cost (design document 000, §1.2).
 *
 * @returns null for a list that only has to be looked up
 */
export function planConstruction(query: string): Construction | null {
  const made = CONSTRUCTION.exec(query)?.[1];
  if (made === undefined) return null;
  const thing = made.replace(CONDITION, '').trim();
  const wish = WISH.exec(made)?.[1]?.trim();
  const kind = thing.replace(/^(?:an?|the|some|my|our) /iu, '');
  return {
    constraints: `What are the rules and limits for ${withArticle(kind)}?`,
    wished: wish === undefined ? null : `Which parts of ${withArticle(kind)} have ${wish}?`,
    costs: AMOUNT.test(made) ? `What does each part of ${withArticle(kind)} cost or count?` : null,
  };
}

function withArticle(kind: string): string {
  return /^[aeiou]/iu.test(kind) ? `an ${kind}` : `a ${kind}`;
}
