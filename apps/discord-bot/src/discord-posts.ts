import type { LivePost, ShownButton, ShownPart } from '@arbiter/chat-bot';
import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  MessageFlags,
  type Message,
  type RepliableInteraction,
  type SendableChannels,
} from 'discord.js';

/** Of a message (https://docs.discord.com/developers/components/reference): rows, and buttons in a row. */
const ROWS = 5;
const ROW_LENGTH = 5;

/** What every message of the bot has besides its text; who may be mentioned is a setting of the client. */
function messageOf({ text, buttons }: ShownPart) {
  const rows = Array.from({ length: Math.min(ROWS, Math.ceil(buttons.length / ROW_LENGTH)) }, (_, row) =>
    new ActionRowBuilder<ButtonBuilder>().addComponents(
      buttons.slice(row * ROW_LENGTH, (row + 1) * ROW_LENGTH).map(buttonOf),
    ),
  );
  return { content: text, components: rows, flags: MessageFlags.SuppressEmbeds as const };
}

function buttonOf({ label, id, url, isDangerous = false }: ShownButton): ButtonBuilder {
  const button = new ButtonBuilder().setLabel(label);
  if (url !== undefined) return button.setStyle(ButtonStyle.Link).setURL(url);
  return button.setStyle(isDangerous ? ButtonStyle.Danger : ButtonStyle.Secondary).setCustomId(id ?? label);
}

/** The reply to an interaction, which has been deferred. */
export function replyPost(interaction: RepliableInteraction): LivePost {
  return {
    async show([first, ...rest]) {
      if (first) await interaction.editReply(messageOf(first));
      const onlyForOne = interaction.ephemeral === true ? [MessageFlags.Ephemeral as const] : [];
      for (const part of rest) {
        const message = messageOf(part);
        await interaction.followUp({ ...message, flags: [message.flags, ...onlyForOne] });
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
