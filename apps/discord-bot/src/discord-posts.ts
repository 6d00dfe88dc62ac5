import type { LivePost, ShownPart } from '@arbiter/chat-bot';
import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  MessageFlags,
  type Message,
  type RepliableInteraction,
  type SendableChannels,
} from 'discord.js';

/** Of a message (https://docs.discord.com/developers/components/reference): rows, buttons in a row, characters of a label. */
const ROWS = 5;
const ROW_LENGTH = 5;
const LABEL_LENGTH = 80;

/** What every message of the bot has besides its text; who may be mentioned is a setting of the client. */
export function messageOf({ text, buttons }: ShownPart) {
  const made = buttons
    .slice(0, ROWS * ROW_LENGTH)
    .map(({ id, label }) => button(label).setCustomId(id).setStyle(ButtonStyle.Secondary));
  return { content: text, components: rowsOf(made), flags: MessageFlags.SuppressEmbeds as const };
}

/** @param label cut where it is too long */
export function button(label: string): ButtonBuilder {
  return new ButtonBuilder().setLabel(label.length > LABEL_LENGTH ? `${label.slice(0, LABEL_LENGTH - 1)}…` : label);
}

export function rowsOf(buttons: readonly ButtonBuilder[]): ActionRowBuilder<ButtonBuilder>[] {
  const rows = Math.ceil(buttons.length / ROW_LENGTH);
  return Array.from({ length: rows }, (_, row) =>
    new ActionRowBuilder<ButtonBuilder>().addComponents(buttons.slice(row * ROW_LENGTH, (row + 1) * ROW_LENGTH)),
  );
}

/** The reply to an interaction, which has been deferred. */
export function replyPost(interaction: RepliableInteraction): LivePost {
  return {
    async show([first, ...rest]) {
      if (first) await interaction.editReply(messageOf(first));
      for (const part of rest) {
        const flags =
          interaction.ephemeral === true ? ([MessageFlags.Ephemeral, MessageFlags.SuppressEmbeds] as const) : [];
        await interaction.followUp({ ...messageOf(part), flags: [...flags] });
      }
    },
  };
}

/** A message in a channel or thread. @param repliedTo of the channel, which the first message answers */
export function channelPost(channel: SendableChannels, repliedTo?: Message): LivePost {
  let sent: Message | undefined;
  return {
    async show([first, ...rest]) {
      if (first) {
        const message = messageOf(first);
        if (sent) await sent.edit(message);
        else sent = repliedTo ? await repliedTo.reply(message) : await channel.send(message);
      }
      for (const part of rest) await channel.send(messageOf(part));
    },
  };
}
