import { readButtonId, renderText, sessionOf, type LibraryTalk, type ShownPart } from '@arbiter/chat-bot';
import type { Logger } from '@arbiter/platform';
import type { App, BlockButtonAction, RespondFn, SlashCommand, types } from '@slack/bolt';
import { plainText, SLACK_DIALECT } from './slack-dialect.js';
import { isRefusal, messageOf, ThreadPost, type ThreadPlace } from './slack-posts.js';

/** Events, and threads of people, that are remembered at once. */
const REMEMBERED = 1_000;
const VERDICTS: Readonly<Record<string, boolean>> = { '+1': true, thumbsup: true, '-1': false, thumbsdown: false };
/** Slack lets a bot speak only where it was invited. */
const NOT_THERE: readonly string[] = ['not_in_channel', 'channel_not_found'];
/** A user group's id; all others of BOT_ADMIN_ROLES are of users. */
const USER_GROUP = 'S';
const INVITE = 'I am not in this channel. Invite me, or ask me in a message to me alone.';

const NO_ADMIN = 'Only those whom BOT_ADMIN_ROLES names may do this, by themselves or by a user group.';
const NO_QUESTION = 'I know of no question of yours here. In its thread, mention me with the word "sources".';

type Heard = Pick<types.AppMentionEvent | types.GenericMessageEvent, 'channel' | 'ts' | 'thread_ts' | 'user' | 'text'>;

/** What Slack tells the bot. It is acknowledged at once. */
export class SlackEvents {
  private readonly seen = new Set<string>();
  /** Threads that commands have begun: Slack does not tell a command the thread it was given in. */
  private readonly lastThreads = new Map<string, string>();

  /** @param adminRoles users and user groups that may change the library */
  constructor(
    private readonly app: App,
    private readonly talk: LibraryTalk,
    private readonly adminRoles: readonly string[],
    private readonly logger: Logger,
  ) {}

  listen(): void {
    const { app, talk } = this;
    // Commands and buttons have to be acknowledged within three seconds; Bolt does so for events.
    app.use(async ({ ack, next }) => {
      await ack?.();
      await talk.work(next());
    });
    app.event('app_mention', ({ event, body, context }) => this.heard(event, body, context.botUserId));
    app.event('message', async ({ event, body, context }) => {
      // Only what a person writes to the bot alone: no edit, no message of a bot, and mentions have their own event.
      if (event.subtype === undefined && event.channel_type === 'im' && event.bot_id === undefined)
        await this.heard(event, body, context.botUserId);
    });
    app.event('reaction_added', async ({ event, context }) => {
      const good = VERDICTS[event.reaction.split('::', 1)[0] ?? ''];
      if (good !== undefined && event.item_user === context.botUserId) await this.rated(event.item, good);
    });
    app.command('/ask', ({ command, respond }) => this.ask(command, respond));
    app.command('/sources', ({ command, respond }) => this.sources(command, respond));
    app.command('/library', ({ command, respond }) => this.administered(command, respond));
    app.action<BlockButtonAction>({ type: 'block_actions' }, ({ action, body, respond }) =>
      this.pressed(action.action_id, body, respond),
    );
  }

  private async heard(
    { channel, ts, thread_ts, user, text = '' }: Heard,
    { event_id: id, team_id: team }: { readonly event_id: string; readonly team_id: string },
    bot: string | undefined,
  ): Promise<void> {
    // Slack sends an event again whose acknowledgement it has missed.
    if (user === undefined || this.seen.has(id)) return;
    keepLast(this.seen.add(id));
    const place = { team, channel, thread: thread_ts ?? ts, user };
    const said = plainText(bot === undefined ? text : text.replaceAll(`<@${bot}>`, ' '));
    await (/^sources[.?!]?$/i.test(said) ? this.showSources(place) : this.answer(place, said));
  }

  private async answer(place: ThreadPlace, text: string): Promise<void> {
    keepLast(this.lastThreads.set(`${place.channel} ${place.user}`, place.thread));
    await this.talk.answerInto(new ThreadPost(this.app.client, place), text, sessionIn(place));
  }

  /** A command stands in no thread: its question becomes a message, and the answer begins the thread of that. */
  private async ask(command: SlashCommand, respond: RespondFn): Promise<void> {
    const { channel_id: channel, team_id: team, user_id: user, user_name: name } = command;
    const text = plainText(command.text);
    const [asked] = renderText(`${name} asks: ${text}`, SLACK_DIALECT);
    try {
      const { ts: thread } = await this.app.client.chat.postMessage({ channel, ...messageOf(asked) });
      if (thread !== undefined) await this.answer({ team, channel, thread, user }, text);
    } catch (error) {
      if (!isRefusal(error) || !NOT_THERE.includes(error.data.error)) throw error;
      await told(respond, renderText(INVITE, SLACK_DIALECT));
    }
  }

  private async sources(command: SlashCommand, respond: RespondFn): Promise<void> {
    const { channel_id: channel, team_id: team, user_id: user } = command;
    const thread = this.lastThreads.get(`${channel} ${user}`);
    if (thread === undefined) return told(respond, renderText(NO_QUESTION, SLACK_DIALECT));
    await told(respond, await this.talk.sources(sessionIn({ team, channel, thread })));
  }

  private async administered({ text, user_id: user }: SlashCommand, respond: RespondFn): Promise<void> {
    if (await this.admitted(user, respond)) await told(respond, await this.talk.command(plainText(text).split(/\s+/)));
  }

  private async showSources({ team, channel, thread, user }: ThreadPlace): Promise<void> {
    const parts = await this.talk.sources(sessionIn({ team, channel, thread }));
    await this.whisper({ channel, user, thread_ts: thread }, parts);
  }

  /** Shows a quote to whoever pressed its button, or deletes a document. */
  private async pressed(id: string, { user, container }: BlockButtonAction, respond: RespondFn): Promise<void> {
    const button = readButtonId(id);
    const { channel_id: channel, thread_ts } = container as { channel_id?: string; thread_ts?: string };
    if (!button || channel === undefined) return;
    if (!('documentId' in button))
      return this.whisper({ channel, user: user.id, thread_ts }, await this.talk.pressed(button));
    // Roles may have changed since the button was shown.
    if (await this.admitted(user.id, respond)) await told(respond, await this.talk.pressed(button), true);
  }

  private async admitted(user: string, respond: RespondFn): Promise<boolean> {
    if (this.adminRoles.includes(user)) return true;
    for (const usergroup of this.adminRoles.filter((id) => id.startsWith(USER_GROUP))) {
      const group = await this.app.client.usergroups.users.list({ usergroup }).catch((error: unknown) => {
        this.logger.warn({ err: error, usergroup }, 'the members of a user group cannot be read');
      });
      if (group?.users?.includes(user) === true) return true;
    }
    await told(respond, renderText(NO_ADMIN, SLACK_DIALECT));
    return false;
  }

  /** A thumb on one of the bot's answers; the buttons of the message tell which. */
  private async rated(
    { channel, ts: timestamp }: { readonly channel: string; readonly ts: string },
    good: boolean,
  ): Promise<void> {
    const { message } = await this.app.client.reactions.get({ channel, timestamp });
    const { blocks = [] } = (message ?? {}) as { blocks?: readonly { elements?: readonly { action_id?: string }[] }[] };
    const ids = blocks.flatMap(({ elements = [] }) => elements.map(({ action_id: id = '' }) => id));
    await this.talk.rate(ids, good);
  }

  /** Shows something to one person of a channel. */
  private async whisper(
    { thread_ts, ...to }: { readonly channel: string; readonly user: string; readonly thread_ts: string | undefined },
    parts: readonly ShownPart[],
  ): Promise<void> {
    const place = { ...to, ...(thread_ts !== undefined && { thread_ts }) };
    for (const part of parts) await this.app.client.chat.postEphemeral({ ...place, ...messageOf(part) });
  }
}

/** Tells whoever gave a command or pressed a button. */
async function told(respond: RespondFn, parts: readonly ShownPart[], replacing = false): Promise<void> {
  for (const part of parts)
    await respond({ response_type: 'ephemeral', replace_original: replacing, ...messageOf(part) });
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
