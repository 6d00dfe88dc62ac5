import type { Dialect } from '@arbiter/chat-bot';

/** Longest message (https://docs.discord.com/developers/resources/message, "Create Message"). */
const MESSAGE_LENGTH = 2_000;
/** Signs that begin markup or a mention; a list's dash may stay one. */
const MARKUP = /[\\*_~|`>#[\]<]/g;
const MASS_MENTION = /@(?=everyone|here)/gi;
const ZERO_WIDTH_SPACE = '\u200B';

/** Markdown as Discord reads it. Beside the escape, every message is sent with `allowed_mentions` of nobody. */
export const DISCORD_DIALECT: Dialect = {
  limit: MESSAGE_LENGTH,
  escape: (text) => text.replaceAll(MARKUP, String.raw`\$&`).replaceAll(MASS_MENTION, `@${ZERO_WIDTH_SPACE}`),
  bold: (escaped) => `**${escaped}**`,
  // In angle brackets Discord shows no preview; URL.href holds none itself.
  link: (escaped, url) => `[${escaped}](<${new URL(url).href}>)`,
};
