import { BotEvents, readButtonId, renderText, sessionOf, type LibraryTalk } from '@arbiter/chat-bot';
import type { Logger } from '@arbiter/platform';
import type { App, BlockButtonAction, RespondFn, SlashCommand, webApi } from '@slack/bolt';
import type { AdminCommands } from './admin-commands.js';
import { plainText, SLACK_DIALECT } from './slack-dialect.js';
import { button, isRefusal, messageOf, partOf, ThreadPost, type ThreadPlace } from './slack-posts.js';

/** Events, and threads of people, that are remembered at once. */
const REMEMBERED = 1_000;
const VERDICTS: Readonly<Record<string, boolean>> = { '+1': true, thumbsup: true, '-1': false, thumbsdown: false };
/** Slack lets a bot speak only where it was invited. */
const NOT_THERE: readonly string[] = ['not_in_channel', 'channel_not_found'];
const INVITE = 'I am not in this channel. Invite me, or ask me in a message to me alone.';

export interface SlackEventsOptions {
  readonly talk: LibraryTalk;
  readonly admin: AdminCommands;
  readonly logger: Logger;
}

interface Heard {
  readonly channel: string;
  readonly ts: string;
  readonly thread_ts?: string;
  readonly user?: string;
  readonly text?: string;
}

/** What Slack tells the bot. It is acknowledged at once; each event is worked on by itself, and a failure of one is logged. */
export class SlackEvents extends BotEvents {
  private readonly seen = new Set<string>();
  /** Threads that commands have begun: Slack does not tell a command the thread it was given in. */
  private readonly lastThreads = new Map<string, string>();

  constructor(private readonly options: SlackEventsOptions) {
    super(options.logger);
  }

  listen(app: App): void {
    app.event('app_mention', ({ event, body, context, client }) => {
      this.heard(event, body, context.botUserId, client);
      return Promise.resolve();
    });
    app.event('message', ({ event, body, context, client }) => {
      // Only what a person writes to the bot alone: no edit, no message of a bot, and mentions have their own event.
      if (event.subtype === undefined && event.channel_type === 'im' && event.bot_id === undefined)
        this.heard(event, body, context.botUserId, client);
      return Promise.resolve();
    });
    app.event('reaction_added', ({ event, context, client }) => {
      const good = VERDICTS[event.reaction.split('::', 1)[0] ?? ''];
      if (good !== undefined && event.item_user === context.botUserId) this.work(this.rated(event.item, good, client));
      return Promise.resolve();
    });
    app.command('/ask', async ({ command, ack, respond, client }) => {
      await ack();
      this.work(this.ask(command, respond, client));
    });
    app.command('/sources', async ({ command, ack, respond }) => {
      await ack();
      this.work(this.sources(command, respond));
    });
    app.command('/library', async ({ command, ack, respond, client }) => {
      await ack();
      this.work(this.options.admin.run(command, respond, client));
    });
    app.action<BlockButtonAction>({ type: 'block_actions' }, async ({ action, body, ack, respond, client }) => {
      await ack();
      const { action_id: id } = action;
      this.work(this.options.admin.confirmDeletion(id, body.user.id, respond, client));
      this.work(this.quote(id, body, client));
    });
  }

  private heard(
    { channel, ts, thread_ts, user, text = '' }: Heard,
    { event_id: id, team_id: team }: { readonly event_id: string; readonly team_id: string },
    bot: string | undefined,
    client: webApi.WebClient,
  ): void {
    // Slack sends an event again whose acknowledgement it has missed.
    if (user === undefined || this.seen.has(id)) return;
    keepLast(this.seen.add(id));
    const place = { team, channel, thread: thread_ts ?? ts, user };
    const said = plainText(bot === undefined ? text : text.replaceAll(`<@${bot}>`, ' '));
    this.work(/^sources[.?!]?$/i.test(said) ? this.showSources(place, client) : this.answer(place, said, client));
  }

  private async answer(place: ThreadPlace, text: string, client: webApi.WebClient): Promise<void> {
    this.lastThreads.set(`${place.channel} ${place.user}`, place.thread);
    keepLast(this.lastThreads);
    await this.options.talk.answerInto(new ThreadPost(client, place), { text, sessionId: sessionIn(place) });
  }

  /** A command stands in no thread: its question becomes a message, and the answer begins the thread of that. */
  private async ask(command: SlashCommand, respond: RespondFn, client: webApi.WebClient): Promise<void> {
    const { channel_id: channel, team_id: team, user_id: user, user_name: name } = command;
    const text = plainText(command.text);
    const [asked] = renderText(`${name} asks: ${text}`, SLACK_DIALECT);
    try {
      const { ts: thread } = await client.chat.postMessage({ channel, ...messageOf(asked?.text ?? '') });
      if (thread !== undefined) await this.answer({ team, channel, thread, user }, text, client);
    } catch (error) {
      if (!isRefusal(error) || !NOT_THERE.includes(error.data.error)) throw error;
      await respond({ response_type: 'ephemeral', text: INVITE });
    }
  }

  private async sources(command: SlashCommand, respond: RespondFn): Promise<void> {
    const { channel_id: channel, team_id: team, user_id: user } = command;
    const thread = this.lastThreads.get(`${channel} ${user}`);
    const unknown = 'I know of no question of yours here. In its thread, mention me with the word "sources".';
    const parts =
      thread === undefined
        ? renderText(unknown, SLACK_DIALECT)
        : await this.options.talk.sources(sessionIn({ team, channel, thread }));
    for (const part of parts) await respond({ response_type: 'ephemeral', replace_original: false, ...partOf(part) });
  }

  private async showSources(place: ThreadPlace, client: webApi.WebClient): Promise<void> {
    const { channel, thread: thread_ts, user } = place;
    for (const part of await this.options.talk.sources(sessionIn(place)))
      await client.chat.postEphemeral({ channel, user, thread_ts, ...partOf(part) });
  }

  /** Shows a quote to whoever pressed its button. */
  private async quote(id: string, { user, container }: BlockButtonAction, client: webApi.WebClient): Promise<void> {
    const wanted = readButtonId(id);
    const { channel_id: channel, thread_ts } = container as { channel_id?: string; thread_ts?: string };
    if (!wanted || channel === undefined) return;
    const { text, url } = await this.options.talk.quote(wanted.answerId, wanted.marker);
    const link = url === undefined ? [] : [button('Open in the console', { action_id: 'open', url })];
    const place = { channel, user: user.id, ...(thread_ts !== undefined && { thread_ts }) };
    await client.chat.postEphemeral({ ...place, ...messageOf(text, link) });
  }

  /** A thumb on one of the bot's answers; the buttons of the message tell which. */
  private async rated(
    { channel, ts: timestamp }: { readonly channel: string; readonly ts: string },
    good: boolean,
    client: webApi.WebClient,
  ): Promise<void> {
    const { message } = await client.reactions.get({ channel, timestamp });
    const { blocks = [] } = (message ?? {}) as { blocks?: readonly { elements?: readonly { action_id?: string }[] }[] };
    const ids = blocks.flatMap(({ elements = [] }) => elements.map(({ action_id: id }) => id ?? ''));
    const answerId = ids.map(readButtonId).find((wanted) => wanted !== null)?.answerId;
    if (answerId !== undefined) await this.options.talk.rate(answerId, good);
  }
}

/** A thread is a session; its id comes with every event. */
function sessionIn({ team, channel, thread }: Omit<ThreadPlace, 'user'>): string {
  return sessionOf('slack', team, channel, thread);
}

/** Forgets the oldest entries of what grows. */
function keepLast(kept: Set<string> | Map<string, string>): void {
  for (const oldest of kept.keys()) {
    if (kept.size <= REMEMBERED) return;
    kept.delete(oldest);
  }
}
