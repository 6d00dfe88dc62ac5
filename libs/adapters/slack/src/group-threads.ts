import type { SlackMessage } from './slack-message.js';

export interface Conversation {
  /** What is said in the channel itself. */
  readonly channel: readonly SlackMessage[];
  /** Messages with answers, and answers to those of other days; by the time of their beginning. */
  readonly threads: readonly Thread[];
}

export interface Thread {
  /** Of the message that it answers to, as `SlackMessage.ts`. */
  readonly ts: string;
  /** With the first message, where it is of this day; by their times. */
  readonly messages: readonly SlackMessage[];
}

/** @param messages of one day, by their times */
export function groupThreads(messages: readonly SlackMessage[]): Conversation {
  const answered = new Set(messages.flatMap(({ ts, thread_ts }) => (thread_ts && thread_ts !== ts ? [thread_ts] : [])));
  const channel: SlackMessage[] = [];
  const threads = new Map<string, SlackMessage[]>();
  for (const message of messages) {
    const { ts, thread_ts } = message;
    const root = thread_ts !== undefined && thread_ts !== ts ? thread_ts : ts;
    if (!answered.has(root)) {
      channel.push(message);
      continue;
    }
    const known = threads.get(root);
    if (known) known.push(message);
    else threads.set(root, [message]);
  }
  const byBeginning = [...threads].sort(([a], [b]) => Number(a) - Number(b));
  return { channel, threads: byBeginning.map(([ts, own]) => ({ ts, messages: own })) };
}
