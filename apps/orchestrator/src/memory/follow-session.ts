import type { SessionMessage } from '@arbiter/contracts';
import { exchangesOf, type Exchange } from './exchange.js';
import { resolveReferences, type Resolution } from './references/resolve-references.js';
import { continueTopic, leavesTopic, NO_TOPIC, type SessionTopic } from './session-topic.js';

/** Exchanges that are read again for each question: one more than references reach back over. */
const FOLLOWED = 7;

export interface FollowedQuestion extends Resolution {
  readonly topic: SessionTopic;
  readonly shifted: boolean;
}

/**
 * Reads a question as the next one of a session. The questions before it are read in the same way first, since a session
 * holds them as they were asked; what lies before a change of topic is not pointed to any more.
 */
export function followSession(question: string, messages: readonly SessionMessage[]): FollowedQuestion {
  let topic = NO_TOPIC;
  let exchanges: readonly Exchange[] = [];
  for (const { question: asked, answer } of exchangesOf(messages).slice(-FOLLOWED)) {
    const followed = follow(asked, topic, exchanges);
    const exchange = { question: followed.question, answer, replaced: followed.replaced };
    if (followed.shifted) [topic, exchanges] = [NO_TOPIC, []];
    topic = continueTopic(topic, exchange);
    exchanges = [...exchanges, exchange];
  }
  return follow(question, topic, exchanges);
}

function follow(question: string, topic: SessionTopic, exchanges: readonly Exchange[]): FollowedQuestion {
  const resolution = resolveReferences(question, exchanges);
  const shifted = resolution.replaced.length === 0 && leavesTopic(topic, question);
  return { ...resolution, topic, shifted };
}
