import { AnswerEvent, Feedback, SessionMessage } from '@arbiter/contracts';
import {
  AnswerEventLog,
  type AnswerStores,
  CostEntry,
  CostLedger,
  FeedbackStore,
  NO_DOMAIN,
  SessionStore,
} from '@arbiter/ports';
import type { NatsConnection } from 'nats';
import { z } from 'zod';
import { BucketLog, type ValueLayout } from '../bucket-log.js';
import { JetStreamAnswerRecordStore } from '../jetstream-answer-record-store.js';
import { JetStreamInsightStore } from '../jetstream-insight-store.js';
import type { BucketOptions } from '../key-value-bucket.js';
import { JetStreamDeletionCursor } from './jetstream-deletion-cursor.js';

const Messages = z.array(SessionMessage);
const SESSIONS: ValueLayout<SessionMessage> = {
  stored: z.union([
    Messages.transform((records) => ({ records })),
    z
      .strictObject({ messages: Messages, order: z.int() })
      .transform(({ messages: records, order }) => ({ records, order })),
  ]),
  encode: ({ records, order }) => (order === undefined ? records : { messages: records, order }),
};

const FEEDBACK: ValueLayout<Feedback> = {
  single: true,
  stored: Feedback.transform((feedback) => ({ records: [feedback] })),
  // It is never written anew, so no order has to be kept.
  encode: ({ records: [feedback] }) => feedback,
  // A domain's name may hold what divides a key.
  keyOf: (domain) => (domain === NO_DOMAIN ? NO_DOMAIN : Buffer.from(domain).toString('base64url')),
};

const COSTS: ValueLayout<CostEntry> = {
  single: true,
  stored: CostEntry.extend({ order: z.int().optional() }).transform(({ order, ...cost }) => ({
    records: [cost],
    order,
  })),
  encode: ({ records: [cost], order }) => ({ ...cost, order }),
};

const EVENTS: ValueLayout<AnswerEvent> = {
  stored: z
    .strictObject({ events: z.array(AnswerEvent), order: z.int().optional() })
    .transform(({ events: records, order }) => ({ records, order })),
  encode: ({ records: events, order }) => ({ events, order }),
};

/**
 * Sessions, answers and all that comes of them, in the buckets `<prefix>-sessions` and so on.
 *
 * @param connection stays open
 */
export function jetStreamAnswerStores(
  connection: NatsConnection,
  { prefix = 'arbiter', ...options }: BucketOptions & { readonly prefix?: string } = {},
): AnswerStores {
  const log = <T>(name: string, layout: ValueLayout<T>): BucketLog<T> =>
    new BucketLog(connection, `${prefix}-${name}`, options, layout);
  return {
    sessions: new SessionStore(log('sessions', SESSIONS)),
    insights: new JetStreamInsightStore(connection, options, `${prefix}-insights`),
    answers: new JetStreamAnswerRecordStore(connection, options, `${prefix}-answers`),
    costs: new CostLedger(log('costs', COSTS)),
    events: new AnswerEventLog(log('answer-events', EVENTS)),
    feedback: new FeedbackStore(log('feedback', FEEDBACK)),
    deletionCursor: new JetStreamDeletionCursor(connection, options, `${prefix}-cursors`),
  };
}
