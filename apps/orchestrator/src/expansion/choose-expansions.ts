import {
  compareCodeUnits,
  type OperationOutput,
  type previews,
  type RankedCommunity,
  type RankedPreview,
} from '@arbiter/contracts';

type Previewed = Pick<OperationOutput<typeof previews>, 'entities' | 'communities' | 'isPresent'>;

/** An entity or a community that is worth its price. */
export interface ChosenExpansion {
  readonly kind: 'entity' | 'community';
  readonly id: string;
  readonly name: string;
  readonly collection: string;
  /** Of its preview, 0–1. */
  readonly score: number;
  /** Tokens of its expansion. */
  readonly price: number;
}

/** Most that is expanded for one question. */
export const MAX_EXPANSIONS = 8;
/** Tokens that an expansion takes beside its price: its name, and what stands around it and around its passages. */
const FRAME_TOKENS = 60;
/** An entity below this share of the best score seldom adds to an answer. */
const WORTHY_SHARE = 0.5;
/** A community is worth its price only where most of what answers belongs to it. */
const COMMUNITY_SHARE = 0.5;

/**
 * Chooses what to expand by value for its price: the square of the score, relative to the best, over the tokens. Scores of what
 * answers and of what is only near lie close together, and the square keeps a cheap one of the latter from winning.
 *
 * What cannot be used now is expanded only if the question names it, or asks how things were. What answers best is expanded
 * first, whatever it costs within the budget.
 *
 * @param budget tokens of all expansions together
 * @returns in the order of the scores, entities before communities; together within the budget
 */
export function chooseExpansions({ entities, communities, isPresent }: Previewed, budget: number): ChosenExpansion[] {
  const wanted = entities.filter((entity) => entity.score > 0 && mayExpand(entity, isPresent));
  const best = Math.max(0, ...wanted.map(({ score }) => score));
  const worthy = wanted.filter(({ score, isNamed }) => isNamed || score >= best * WORTHY_SHARE).map(ofEntity);
  const [first, ...others] = [...worthy].sort((a, b) => b.score - a.score || a.price - b.price);
  const inOrder = [
    ...(first ? [first] : []),
    ...others.sort((a, b) => valueOf(b) - valueOf(a)),
    ...communities.filter(({ score }) => score >= COMMUNITY_SHARE).map(ofCommunity),
  ];
  return thoseThatFit(inOrder, budget).sort(
    (a, b) => Number(a.kind === 'community') - Number(b.kind === 'community') || b.score - a.score,
  );
}

/**
 * Chooses among what a question names, the cheapest first, so that as many things as possible are told. Prices are those of graph and
 * changelog. Scores decide nothing: on a busy machine the reader may have no time for them, and the same question is to give the
 * same prompt.
 *
 * @param budget tokens of all expansions together
 */
export function chooseNamed(entities: readonly RankedPreview[], budget: number): ChosenExpansion[] {
  const named = entities.filter(({ isNamed }) => isNamed).map(ofEntity);
  return thoseThatFit(
    named.sort((a, b) => a.price - b.price || compareCodeUnits(a.id, b.id)),
    budget,
  );
}

function thoseThatFit(inOrder: readonly ChosenExpansion[], budget: number): ChosenExpansion[] {
  let left = budget;
  const chosen = inOrder.filter(({ price }) => {
    if (price + FRAME_TOKENS > left) return false;
    left -= price + FRAME_TOKENS;
    return true;
  });
  return chosen.slice(0, MAX_EXPANSIONS);
}

function mayExpand({ availability, isUsable, isNamed }: RankedPreview, isPresent: boolean): boolean {
  return isAvailable(availability) || isNamed || (isUsable && !isPresent);
}

function isAvailable(availability: RankedPreview['availability']): boolean {
  return availability === 'available' || availability === 'unknown';
}

function valueOf({ score, price }: ChosenExpansion): number {
  return score ** 2 / (price + FRAME_TOKENS);
}

function ofEntity({ id, name, collection, score, expansionTokens }: RankedPreview): ChosenExpansion {
  return { kind: 'entity', id, name, collection, score, price: expansionTokens };
}

function ofCommunity({ id, name, collection, score, expansionTokens }: RankedCommunity): ChosenExpansion {
  return { kind: 'community', id, name, collection, score, price: expansionTokens };
}
