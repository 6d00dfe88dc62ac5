import type { SnapshotEntity } from '../snapshot/graph-snapshot.js';
import { type Community, communitiesOf } from '../views/communities.js';
import type { KnowledgeGraph } from '../world/knowledge-graph.js';
import type { World } from '../world/world.js';
import { definesWell } from './rate-sentence.js';

/** Communities from which one answer is made: each then has some 300 tokens of a context of 9,000. */
const MOST_COMMUNITIES = 24;

/**
 * The communities that a question about everything is answered from: those of the finest level that has no more than a context holds, the
 * largest first. Of a graph whose coarsest level has more, the largest.
 */
export function fittingCommunities(graph: KnowledgeGraph, most = MOST_COMMUNITIES): readonly Community[] {
  const levels = graph.snapshot.levels.map((_, level) =>
    communitiesOf(graph, level).filter(({ members }) => members.length > 1),
  );
  return levels.findLast((communities) => communities.length <= most) ?? levels[0]?.slice(0, most) ?? [];
}

/** Plain nouns for bodies, people and places that name no type of a schema. */
const GENERAL_KINDS: readonly (readonly [concept: string, nouns: RegExp])[] = [
  [
    'organisation',
    /^(?:groups?|parties|sides|players|bodies|powers|institutions|organi[sz]ations|factions|teams|communities|departments)$/,
  ],
  ['person', /^(?:people|persons|characters|figures|leaders|individuals)$/],
  ['place', /^(?:places|locations|sites|areas|regions)$/],
];

/** The things of the kind that a plural noun names, which can be used now and of which the documents say what they are, the most important first. */
export function mainEntities(noun: string, world: World): SnapshotEntity[] {
  const { graph } = world;
  const concept = GENERAL_KINDS.find(([, nouns]) => nouns.test(noun))?.[0];
  const votes = graph.types.votesFor(noun);
  const most = Math.max(0, ...Object.values(votes));
  const isOfKind = ({ type }: SnapshotEntity): boolean =>
    most > 0 ? votes[type] === most : concept !== undefined && graph.types.isOfConcept(type, concept);
  return graph.entities
    .filter((entity) => isOfKind(entity) && isDefined(entity) && !world.isUnavailable(entity.id))
    .sort((a, b) => b.importance.composite - a.importance.composite);
}

/** Whether its sentence says what it is, or at least begins with it. */
function isDefined({ name, definition }: SnapshotEntity): boolean {
  const worth = definesWell(definition);
  return worth === 1 || (worth > 0 && definition.replace(/^the /iu, '').startsWith(name.replace(/^the /iu, '')));
}
