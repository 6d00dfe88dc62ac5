import { BotEvents, readButtonId, sessionOf, type LibraryTalk } from '@arbiter/chat-bot';
import type { Logger } from '@arbiter/platform';
import {
  ButtonStyle,
  ComponentType,
  MessageFlags,
  type ButtonInteraction,
  type Channel,
  type ChatInputCommandInteraction,
  type Interaction,
  type Message,
  type MessageReaction,
  type PartialMessageReaction,
  type PartialUser,
  type User,
} from 'discord.js';
import { type AdminCommands, DELETE_PREFIX } from './admin-commands.js';
import { button, channelPost, replyPost, rowsOf } from './discord-posts.js';

/** Longest name of a thread. */
const THREAD_NAME_LENGTH = 100;
const VERDICTS: Readonly<Record<string, boolean>> = { '👍': true, '👎': false };

export interface DiscordEventsOptions {
  readonly talk: LibraryTalk;
  readonly admin: AdminCommands;
  readonly logger: Logger;
}

/** What Discord tells the bot. Each event is worked on by itself, and a failure of one is logged. */
export class DiscordEvents extends BotEvents {
  constructor(private readonly options: DiscordEventsOptions) {
    super(options.logger);
  }

  onInteraction(interaction: Interaction): void {
    if (interaction.isChatInputCommand()) this.work(this.command(interaction));
    else if (interaction.isButton()) this.work(this.pressed(interaction));
  }

  onMessage(message: Message): void {
    if (!message.author.bot) this.work(this.asked(message));
  }

  onReaction(reaction: MessageReaction | PartialMessageReaction, user: User | PartialUser): void {
    const good = VERDICTS[reaction.emoji.name ?? ''];
    if (good !== undefined && !user.bot) this.work(this.rated(reaction, good));
  }

  private async command(interaction: ChatInputCommandInteraction): Promise<void> {
    const { talk, admin } = this.options;
    const sessionId = sessionIn(interaction.channel, interaction.channelId, interaction.user);
    if (interaction.commandName === 'ask') {
      // Discord waits three seconds for this.
      await interaction.deferReply();
      await talk.answerInto(replyPost(interaction), {
        text: interaction.options.getString('question', true),
        sessionId,
      });
    } else if (interaction.commandName === 'sources') {
      await interaction.deferReply({ flags: MessageFlags.Ephemeral });
      await replyPost(interaction).show(await talk.sources(sessionId));
    } else await admin.run(interaction);
  }

  private async pressed(interaction: ButtonInteraction): Promise<void> {
    if (interaction.customId.startsWith(DELETE_PREFIX)) return this.options.admin.confirmDeletion(interaction);
    const wanted = readButtonId(interaction.customId);
    if (!wanted) return;
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    const { text, url } = await this.options.talk.quote(wanted.answerId, wanted.marker);
    const link = url === undefined ? [] : [button('Open in the console').setURL(url).setStyle(ButtonStyle.Link)];
    await interaction.editReply({ content: text, components: rowsOf(link) });
  }

  /** A message to the bot alone, or one that mentions it. */
  private async asked(message: Message): Promise<void> {
    const { channel, client, author } = message;
    if (!channel.isSendable()) return;
    const isDirect = channel.isDMBased();
    if (!isDirect && !message.mentions.users.has(client.user.id)) return;
    const text = message.content
      .replaceAll(`<@${client.user.id}>`, ' ')
      .replaceAll(`<@!${client.user.id}>`, ' ')
      .trim();
    const thread = isDirect || channel.isThread() || text === '' ? null : await this.threadFor(message, text);
    const post = thread ? channelPost(thread) : channelPost(channel, isDirect ? undefined : message);
    const place = thread ?? channel;
    await this.options.talk.answerInto(post, { text, sessionId: sessionIn(place, place.id, author) });
  }

  /** A thread for a question and what follows it; null where the bot may make none, and answers in the channel. */
  private async threadFor(message: Message, question: string) {
    try {
      const name = question.replaceAll(/\s+/g, ' ').slice(0, THREAD_NAME_LENGTH);
      return await message.startThread({ name });
    } catch (error) {
      this.logger.info({ err: error }, 'no thread could be started');
      return null;
    }
  }

  /** A thumb on one of the bot's answers. */
  private async rated(reaction: MessageReaction | PartialMessageReaction, good: boolean): Promise<void> {
    const { client } = reaction;
    if (!reaction.message.partial && reaction.message.author.id !== client.user.id) return;
    // As it is kept here it may lack its buttons, which came with a later edit.
    const message = await reaction.message.fetch();
    if (message.author.id !== client.user.id) return;
    const answerId = answerOf(message);
    if (answerId !== null) await this.options.talk.rate(answerId, good);
  }
}

/** A thread and a conversation with the bot alone are a session; in a channel each member has one. */
function sessionIn(channel: Channel | null, channelId: string, user: User): string {
  const isOwn = channel !== null && (channel.isThread() || channel.isDMBased());
  return sessionOf('discord', channelId, ...(isOwn ? [] : [user.id]));
}

/** The answer that a message of the bot shows, by its buttons; null where it has none. */
function answerOf({ components }: Message): string | null {
  for (const row of components) {
    if (row.type !== ComponentType.ActionRow) continue;
    for (const component of row.components) {
      const wanted = component.customId === null ? null : readButtonId(component.customId);
      if (wanted) return wanted.answerId;
    }
  }
  return null;
}
