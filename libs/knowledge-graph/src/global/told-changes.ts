import type { GlobalTopic } from '@arbiter/question-types';
import { nameOf, reasonOf, wordRelation } from '../views/wording.js';
import type { World } from '../world/world.js';
import { isRelationOf, isStandingOf } from './topic-signs.js';

/** A sentence about a change that still holds. */
export interface ToldChange {
  readonly text: string;
  /** The session that told it. */
  readonly session: number;
  /** Things of the sentence, by id: a record that names them shows it. */
  readonly entities: readonly string[];
  /** Importance of the thing × how late the session was, 0 to 1. */
  readonly score: number;
}

/** Share of a change's worth that does not depend on when it was told. */
const LEAST_RECENT = 0.5;
/** What follows from a change is worth less than the change. */
const FOLLOWS = 0.6;
/** What is not a thing of the documents has the least importance. */
const LEAST_IMPORTANT = 0.1;

/** What the changelog says about a topic, as the world stands. The best first. */
export function toldChanges(topic: GlobalTopic, world: World): ToldChange[] {
  const scoreOf = (id: string, session: number): number => {
    const recency = world.lastSession === 0 ? 1 : LEAST_RECENT + ((1 - LEAST_RECENT) * session) / world.lastSession;
    return Math.max(LEAST_IMPORTANT, world.graph.entity(id)?.importance.composite ?? 0) * recency;
  };
  const changes = new Map<string, ToldChange>();
  for (const { id, name } of world.graph.entities) {
    const standing = world.standingOf(id);
    const text = reasonOf(world, name, standing);
    if (text === null || standing.since === null || !isStandingOf(topic, standing.availability)) continue;
    const { session } = standing.since;
    const causes = (standing.chain ?? []).map(({ entity }) => entity);
    changes.set(text, {
      ...{ text, session, entities: [id, ...causes] },
      score: scoreOf(id, session) * (causes.length > 0 ? FOLLOWS : 1),
    });
  }
  for (const { from, type, to, since } of world.relationsThatHold()) {
    if (since === null || !isRelationOf(topic, type)) continue;
    const text = `${wordRelation(nameOf(world, from), type, nameOf(world, to))} since session ${since.session}.`;
    const score = (scoreOf(from, since.session) + scoreOf(to, since.session)) / 2;
    changes.set(text, { text, session: since.session, entities: [from, to], score });
  }
  return [...changes.values()].sort((a, b) => b.score - a.score);
}
