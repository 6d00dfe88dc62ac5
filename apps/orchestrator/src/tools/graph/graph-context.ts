import { Expansion, type OperationOutput, type previews, RankedCommunity, RankedPreview } from '@arbiter/contracts';
import { estimateTokens } from '@arbiter/text';
import type { TreeData } from '@arbiter/tool-sdk';
import { z } from 'zod';

/** Keys of the environment that no model sees. */
const GRAPHS = 'collections-with-graph';
const PREVIEWS = 'previews';
const EXPANSIONS = 'expansions';

/** Names of tools whose results count against the bound on previews and expansions of one question. */
const COUNTED = ['preview-entities', 'expand-entities'];

/** Keeps which collections of a run have a knowledge graph. */
export function keepGraphs({ environment }: TreeData, withGraph: readonly string[]): void {
  environment.hide(GRAPHS, [...withGraph]);
}

const WithGraph = z.array(z.string()).optional();

/** @returns undefined where nobody has looked, as in a plan */
export function graphsOf({ environment }: TreeData): readonly string[] | undefined {
  return WithGraph.parse(environment.hidden(GRAPHS));
}

const Gathered = z.object({
  entities: z.array(RankedPreview),
  communities: z.array(RankedCommunity),
  isPresent: z.boolean(),
  asOfSession: z.int().optional(),
});
export type GatheredPreviews = Omit<z.output<typeof Gathered>, 'asOfSession'> & {
  readonly asOfSession: number | undefined;
};

/**
 * Keeps previews for the choice of what to expand, as many of the best as fit.
 *
 * @param maxTokens as they are shown
 */
export function keepPreviews(
  { environment }: TreeData,
  {
    entities,
    communities,
    isPresent,
  }: Pick<OperationOutput<typeof previews>, 'entities' | 'communities' | 'isPresent'>,
  { asOfSession, maxTokens }: { readonly asOfSession: number | undefined; readonly maxTokens: number },
): GatheredPreviews {
  const first = firstThatFit(entities, maxTokens, shownPreview);
  const left = maxTokens - shownTokens(first.map(shownPreview));
  const kept = { entities: first, communities: firstThatFit(communities, left, shownPreview), isPresent };
  environment.hide(PREVIEWS, { ...kept, ...(asOfSession !== undefined && { asOfSession }) });
  return { ...kept, asOfSession };
}

/** The previews that were looked at last; null before the first. */
export function gatheredPreviews({ environment }: TreeData): GatheredPreviews | null {
  const found = Gathered.safeParse(environment.hidden(PREVIEWS)).data;
  return found ? { ...found, asOfSession: found.asOfSession } : null;
}

/** A preview as a model sees it: how the thing stands before what it is. */
export function shownPreview(preview: RankedPreview | RankedCommunity): Readonly<Record<string, unknown>> {
  const { id, name, collection, score, expansionTokens, states } = preview;
  const rounded = Number(score.toFixed(2));
  if ('members' in preview) {
    const { members } = preview;
    return {
      community: id,
      ...(states.length > 0 && { since: states.join(' ') }),
      name,
      members,
      ...{ collection, score: rounded, expansionTokens },
    };
  }
  const { type, reason, isOffered, definition, relations } = preview;
  const since = [...(reason === null ? [] : [reason]), ...states].join(' ');
  return {
    ...{ id, ...(since !== '' && { since }), name, type, collection, score: rounded, isOffered },
    ...{ definition, relations: relations.map((relation) => `${relation.from} ${relation.type} ${relation.to}`) },
    expansionTokens,
  };
}

const Expansions = z.array(Expansion);

/** Keeps expansions for the answer, beside those that were made before. */
export function keepExpansions(tree: TreeData, expansions: readonly Expansion[]): void {
  const all = new Map([...gatheredExpansions(tree), ...expansions].map((expansion) => [expansion.id, expansion]));
  tree.environment.hide(EXPANSIONS, [...all.values()]);
}

export function gatheredExpansions({ environment }: TreeData): readonly Expansion[] {
  return Expansions.safeParse(environment.hidden(EXPANSIONS)).data ?? [];
}

/** Tokens of the previews and expansions that a model sees so far. */
export function spentTokens({ environment }: TreeData): number {
  return COUNTED.flatMap((tool) => environment.find(tool)).reduce((sum, { objects }) => sum + shownTokens(objects), 0);
}

/** Tokens of objects as a model sees them. */
export function shownTokens(objects: readonly object[]): number {
  return objects.reduce<number>((sum, object) => sum + estimateTokens(JSON.stringify(object)), 0);
}

/** As many from the first on as take at most so many tokens, as they are shown. */
export function firstThatFit<T>(all: readonly T[], maxTokens: number, shown: (one: T) => object): T[] {
  let left = maxTokens;
  return all.filter((one) => {
    left -= shownTokens([shown(one)]);
    return left >= 0;
  });
}
