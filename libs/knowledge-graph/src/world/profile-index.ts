import { questionTerms, terms } from '@arbiter/text';

/** What an entity is found by when a question describes it instead of naming it. */
export interface Profile {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly definition: string;
}

/** Where a profile has the term, the name counts more than the sentence that defines it. */
const NAME_WEIGHT = 1;
const DEFINITION_WEIGHT = 0.6;
/** A term of more entities than this share describes none of them. */
const MAX_SHARE = 0.25;

/** Finds entities by the words of their names and definitions: "the blind pilot", "the lung ward". */
export class ProfileIndex {
  /** Entities that have a term, with the weight of the place. */
  private readonly postings = new Map<string, Map<number, number>>();

  constructor(private readonly profiles: readonly Profile[]) {
    profiles.forEach(({ name, aliases, definition }, node) => {
      for (const { term } of terms(definition)) this.add(term, node, DEFINITION_WEIGHT);
      for (const { term } of terms([name, ...aliases].join('\n'))) this.add(term, node, NAME_WEIGHT);
    });
  }

  /**
   * Entities that a question describes, with a score each: the share of the question's describing words, weighted by rarity,
   * that the profile has.
   *
   * @returns at most `limit`, best first, scores 0 to 1
   */
  describedIn(question: string, limit: number): ReadonlyMap<number, number> {
    const scores = new Map<number, number>();
    let total = 0;
    for (const term of new Set(questionTerms(question).map((one) => one.term))) {
      const posting = this.postings.get(term);
      const share = (posting?.size ?? 0) / Math.max(1, this.profiles.length);
      if (!posting || share > MAX_SHARE) continue;
      const rarity = Math.log((this.profiles.length + 1) / (posting.size + 0.5));
      total += rarity;
      for (const [node, weight] of posting) scores.set(node, (scores.get(node) ?? 0) + weight * rarity);
    }
    const best = [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, limit);
    return new Map(best.map(([node, score]) => [node, score / total]));
  }

  private add(term: string, node: number, weight: number): void {
    const posting = this.postings.get(term) ?? new Map<number, number>();
    posting.set(node, Math.max(posting.get(node) ?? 0, weight));
    this.postings.set(term, posting);
  }
}
