import { z } from 'zod';

/** What happens to a channel or to a message, and is not said by anybody. */
const EVENTS: ReadonlySet<string> = new Set([
  ...['channel_join', 'channel_leave', 'group_join', 'group_leave', 'bot_add', 'bot_remove', 'tombstone'],
  ...['channel_archive', 'channel_unarchive', 'group_archive', 'group_unarchive', 'channel_name', 'group_name'],
  ...['channel_convert_to_private', 'pinned_item', 'reminder_add', 'message_replied', 'message_deleted'],
]);

/** `<@U1>`, `<@U1|ann>`, `<#C1|harbour>`, `<!here>`, `<!subteam^S1|@crew>`, `<https://a.example|a>` (Slack's mrkdwn). */
const REFERENCE = /<([@#!]?)([^<>|]{1,2000})(?:\|([^<>]{0,2000}))?>/g;

/** Seconds since the Unix epoch with six decimals; they identify a message in its channel. */
const Timestamp = z.string().regex(/^\d{1,12}\.\d{1,6}$/);
const text = z.string().catch('');
const optional = z.string().optional().catch(undefined);

const Names = z.object({ display_name: optional, real_name: optional, name: optional }).optional().catch(undefined);

/** A message as exports hold it (Slack's help, "How to read Slack data exports"); unread fields are left out. */
export const SlackMessage = z.object({
  type: z.literal('message'),
  ts: Timestamp,
  subtype: optional,
  user: optional,
  username: optional,
  user_profile: Names,
  text,
  thread_ts: Timestamp.optional().catch(undefined),
  edited: z.object({ ts: Timestamp }).optional().catch(undefined),
  /** Of the message that is deleted, or, of a change, that has been. */
  deleted_ts: optional,
  files: z
    .array(z.object({ title: optional, name: optional }))
    .optional()
    .catch(undefined),
  attachments: z
    .array(z.object({ title: optional, text: optional, fallback: optional }))
    .optional()
    .catch(undefined),
});
export type SlackMessage = z.output<typeof SlackMessage>;

/** A change that an export keeps as an event of its own. */
const MessageChange = z.object({ subtype: z.literal('message_changed'), message: SlackMessage });

/** A member, as `users.json` lists them. */
export const SlackUser = z.object({ id: z.string().min(1), name: optional, real_name: optional, profile: Names });
export type SlackUser = z.output<typeof SlackUser>;

/**
 * The messages of a day as they stand in the end, by their time: changes carried out, deleted ones and events left out.
 *
 * @returns null for what is no list of messages
 */
export function readMessages(value: unknown): SlackMessage[] | null {
  if (!Array.isArray(value)) return null;
  const messages = new Map<string, SlackMessage>();
  const gone = new Set<string>();
  for (const entry of value as unknown[]) {
    const change = MessageChange.safeParse(entry).data;
    const message = change?.message ?? SlackMessage.safeParse(entry).data;
    // A list of something else. One message in an unknown form must not cost the others.
    if (!message && messages.size === 0 && gone.size === 0) return null;
    if (!message) continue;
    if (message.subtype === 'message_deleted' && message.deleted_ts !== undefined) gone.add(message.deleted_ts);
    messages.set(message.ts, message);
  }
  return [...messages.values()]
    .filter(({ ts, subtype = '' }) => !gone.has(ts) && !EVENTS.has(subtype))
    .sort((a, b) => Number(a.ts) - Number(b.ts));
}

/** The text of a message as a reader sees it: mentions as names, links as their text, files and attachments by name. */
export function messageText(
  { text, files = [], attachments = [] }: SlackMessage,
  nameOf: (id: string) => string,
): string {
  const said = text.replace(REFERENCE, (_, sign: string, target: string, label: string | undefined) => {
    if (sign === '@') return `@${nameOf(target) === target && label ? label : nameOf(target)}`;
    if (sign === '#') return `#${label === undefined || label === '' ? target : label}`;
    if (sign === '!') return label ?? `@${target.split('^')[0] ?? target}`;
    return label === undefined || label === '' ? target.replace(/^mailto:/, '') : label;
  });
  const shown = attachments.map(({ title, text: own, fallback }) => {
    const parts = [title, own].filter((part) => part !== undefined && part !== '');
    return parts.length > 0 ? parts.join(': ') : (fallback ?? '');
  });
  const named = files.flatMap(({ title, name }) => {
    const file = title === undefined || title === '' ? name : title;
    return file === undefined ? [] : [`[file: ${file}]`];
  });
  return decoded([said, ...shown, ...named].filter((part) => part.trim() !== '').join('\n'));
}

/** The three characters that Slack writes otherwise; the ampersand last, so that nothing is decoded twice. */
function decoded(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

interface Conversation {
  /** What is said in the channel itself. */
  readonly channel: readonly SlackMessage[];
  /** Messages with answers, and answers to those of other days; by the time of their beginning. */
  readonly threads: readonly Thread[];
}

interface Thread {
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
