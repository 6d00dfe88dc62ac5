import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { decodeText, ParsedDocumentBuilder } from '@arbiter/adapter-kit/documents';
import type { DocumentParser, ParsedDocument, ParsedUtterance, ParseRequest, RelatedFiles } from '@arbiter/ports';
import { groupThreads, messageText, readMessages, type SlackMessage, SlackUser } from './slack-message.js';

/** Under which whoever recognises an export hands over its days; no file is called so. */
export const SLACK_DAY_ENDING = '.slackday';

/** Messages written before other work of the process gets a turn. */
const MESSAGES_PER_TURN = 2_000;
const DATE_LENGTH = '2026-01-31'.length;
const MINUTE_AT = 'T12:34'.length + DATE_LENGTH;

/** Where exports list members: of a workspace, of an organisation. */
const USER_FILES: readonly string[] = ['users.json', 'org_users.json'];

/** Reads one day of one channel of a Slack export; its name is that of the channel and the day. */
export class SlackDayParser implements DocumentParser {
  readonly name = 'slack';
  readonly mediaType = 'application/vnd.slack.export+json';
  readonly extensions = [SLACK_DAY_ENDING];

  /** @param other reads files that are named like a day but hold no messages */
  constructor(private readonly other: DocumentParser) {}

  /** Members may be renamed, which changes the names in their messages. */
  async relatedDigest({ related, signal }: ParseRequest): Promise<string> {
    const hash = createHash('sha256');
    for (const file of USER_FILES) if (related?.names.includes(file)) hash.update(await related.read(file, signal));
    return hash.digest('hex');
  }

  async parse(request: ParseRequest): Promise<ParsedDocument> {
    const { bytes, name, language, signal, related } = request;
    signal.throwIfAborted();
    const { text, warning } = decodeText({ bytes, name, language });
    const messages = readMessages(parseJson(text));
    if (!messages) return this.other.parse(request);
    const names = await readNames(related, signal);
    const builder = new ParsedDocumentBuilder();
    if (warning !== undefined) builder.warn(warning);

    const writer = new DayWriter(builder, names);
    const { channel, threads } = groupThreads(messages);
    await writer.write(channel, signal);
    for (const { ts, messages: own } of threads) {
      const [first] = own;
      builder.heading(first ? writer.headingOf(ts, first) : '', 1);
      await writer.write(own, signal);
    }
    const { channelName, date } = placeIn(name);
    const speakers = [...new Set(writer.utterances.flatMap(({ speaker }) => speaker ?? []))];
    const metadata = { channel: channelName, date, messages: messages.length, speakers };
    return { ...builder.build({ title: `#${channelName}, ${date}`, metadata }), utterances: writer.utterances };
  }
}

class DayWriter {
  readonly utterances: ParsedUtterance[] = [];

  constructor(
    private readonly builder: ParsedDocumentBuilder,
    private readonly names: ReadonlyMap<string, string>,
  ) {}

  async write(messages: readonly SlackMessage[], signal: AbortSignal): Promise<void> {
    for (const [index, message] of messages.entries()) {
      if (index % MESSAGES_PER_TURN === 0) {
        await nextTurn();
        signal.throwIfAborted();
      }
      const said = messageText(message, (id) => this.names.get(id) ?? id);
      if (said === '') continue;
      const speaker = this.speakerOf(message);
      const edited = message.edited ? `, edited ${dateOf(message.edited.ts)} ${minuteOf(message.edited.ts)}` : '';
      const block = this.builder.append('paragraph', `${speaker} (${minuteOf(message.ts)}${edited}): ${said}`);
      // Times of the day are no times of a recording.
      if (block) this.utterances.push({ start: block.start, end: block.end, speaker, from: null, to: null });
    }
  }

  headingOf(ts: string, first: SlackMessage): string {
    if (first.ts === ts) return `Thread begun by ${this.speakerOf(first)} at ${minuteOf(ts)}`;
    return `Answers to a message of ${dateOf(ts)}, ${minuteOf(ts)}`;
  }

  private speakerOf({ user, username, user_profile }: SlackMessage): string {
    const known = user === undefined ? undefined : this.names.get(user);
    return known ?? nameIn(user_profile) ?? username ?? user ?? 'Somebody';
  }
}

/** In UTC. */
function dateOf(ts: string): string {
  return instantOf(ts).slice(0, DATE_LENGTH);
}

function minuteOf(ts: string): string {
  return instantOf(ts).slice(DATE_LENGTH + 1, MINUTE_AT);
}

function instantOf(ts: string): string {
  return new Date(Number(ts) * 1_000).toISOString();
}

/** `harbour/2026-01-31.slackday`. */
function placeIn(name: string): { channelName: string; date: string } {
  const parts = name.replace(SLACK_DAY_ENDING, '').split('/');
  return { channelName: parts.at(-2) ?? '', date: parts.at(-1) ?? '' };
}

/** Names of members by their ids; of what is no list of members, none. */
async function readNames(related: RelatedFiles | undefined, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const file of USER_FILES) {
    if (!related?.names.includes(file)) continue;
    const listed = parseJson(new TextDecoder().decode(await related.read(file, signal)));
    for (const entry of Array.isArray(listed) ? (listed as unknown[]) : []) {
      const user = SlackUser.safeParse(entry).data;
      if (user)
        names.set(
          user.id,
          nameIn({ ...user.profile, real_name: user.profile?.real_name ?? user.real_name, name: user.name }) ?? user.id,
        );
    }
  }
  return names;
}

/** The name that a person is known by: the one that they chose, else their own, else that of their account. */
function nameIn(
  names:
    | {
        readonly display_name?: string | undefined;
        readonly real_name?: string | undefined;
        readonly name?: string | undefined;
      }
    | undefined,
): string | undefined {
  return [names?.display_name, names?.real_name, names?.name].find((name) => name !== undefined && name.trim() !== '');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
