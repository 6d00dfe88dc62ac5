import { readButtonId, sessionOf, type LibraryTalk } from '@arbiter/chat-bot';
import type { Logger } from '@arbiter/platform';
import {
  ComponentType,
  Events,
  MessageFlags,
  type ButtonInteraction,
  type Channel,
  type ChatInputCommandInteraction,
  type Client,
  type Message,
  type MessageReaction,
  type PartialMessageReaction,
  type User,
} from 'discord.js';
import { channelPost, replyPost } from './discord-posts.js';

/** Longest name of a thread. */
const THREAD_NAME_LENGTH = 100;
const VERDICTS: Readonly<Record<string, boolean>> = { '👍': true, '👎': false };
const ONLY_FOR_ONE = { flags: MessageFlags.Ephemeral } as const;

/** What Discord tells the bot. */
export class DiscordEvents {
  /** @param adminRoles roles of those who may change the library */
  constructor(
    private readonly talk: LibraryTalk,
    private readonly adminRoles: readonly string[],
    private readonly logger: Logger,
  ) {}

  listen(client: Client): void {
    const { talk } = this;
    client
      .on(Events.InteractionCreate, (interaction) => {
        if (interaction.isChatInputCommand()) void talk.work(this.command(interaction));
        else if (interaction.isButton()) void talk.work(this.pressed(interaction));
      })
      .on(Events.MessageCreate, (message) => {
        if (!message.author.bot) void talk.work(this.asked(message));
      })
      .on(Events.MessageReactionAdd, (reaction, user) => {
        const good = VERDICTS[reaction.emoji.name ?? ''];
        if (good !== undefined && !user.bot) void talk.work(this.rated(reaction, good));
      });
  }

  private async command(interaction: ChatInputCommandInteraction): Promise<void> {
    const { talk } = this;
    const { commandName, options } = interaction;
    const sessionId = sessionIn(interaction.channel, interaction.channelId, interaction.user);
    const post = replyPost(interaction);
    if (commandName === 'ask') {
      // Discord waits three seconds for this.
      await interaction.deferReply();
      return talk.answerInto(post, options.getString('question', true), sessionId);
    }
    if (commandName === 'library' && !(await this.admitted(interaction))) return;
    await interaction.deferReply(ONLY_FOR_ONE);
    if (commandName === 'sources') return post.show(await talk.sources(sessionId));
    const words = ['url', 'collection', 'job', 'document'].flatMap((name) => options.getString(name)?.trim() ?? []);
    await post.show(await talk.command([options.getSubcommand(), ...words]));
  }

  private async pressed(interaction: ButtonInteraction): Promise<void> {
    const button = readButtonId(interaction.customId);
    if (!button) return;
    const isDeletion = 'documentId' in button;
    // Roles may have changed since it was shown.
    if (isDeletion && !(await this.admitted(interaction))) return;
    await (isDeletion ? interaction.deferUpdate() : interaction.deferReply(ONLY_FOR_ONE));
    await replyPost(interaction).show(await this.talk.pressed(button));
  }

  private async admitted(interaction: ChatInputCommandInteraction | ButtonInteraction): Promise<boolean> {
    const roles = interaction.member?.roles ?? [];
    const held = Array.isArray(roles) ? roles : [...roles.cache.keys()];
    if (held.some((role) => this.adminRoles.includes(role))) return true;
    const content = 'Only members with a role that BOT_ADMIN_ROLES names may do this.';
    await interaction.reply({ content, ...ONLY_FOR_ONE });
    return false;
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
    await this.talk.answerInto(post, text, sessionIn(place, place.id, author));
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
    const rows = message.components.map((row) => (row.type === ComponentType.ActionRow ? row.components : []));
    const ids = rows.flat().map(({ customId }) => customId ?? '');
    await this.talk.rate(ids, good);
  }
}

/** A thread and a conversation with the bot alone are a session; in a channel each member has one. */
function sessionIn(channel: Channel | null, channelId: string, user: User): string {
  const isOwn = channel !== null && (channel.isThread() || channel.isDMBased());
  return sessionOf('discord', channelId, ...(isOwn ? [] : [user.id]));
}
