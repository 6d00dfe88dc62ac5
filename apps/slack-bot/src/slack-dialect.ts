import type { Dialect } from '@arbiter/chat-bot';

/** Longest text of a section (https://docs.slack.dev/reference/block-kit/blocks/section-block). */
const SECTION_LENGTH = 3_000;
const ZERO_WIDTH_SPACE = '\u200B';
const MASS_MENTION = /@(?=channel|here|everyone)/gi;
/** What stands in angle brackets: a mention, a channel or a link, and its label. */
const REFERENCE = /<([^<>|]{0,2048})(?:\|([^<>]{0,2048}))?>/g;

/**
 * mrkdwn. Three signs have an escape, and without an angle bracket nobody is mentioned
 * (https://docs.slack.dev/messaging/formatting-message-text). Asterisks have none: they may read as emphasis.
 */
export const SLACK_DIALECT: Dialect = {
  limit: SECTION_LENGTH,
  escape: (text) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll(MASS_MENTION, `@${ZERO_WIDTH_SPACE}`),
  bold: (escaped) => `*${escaped}*`,
  // A bar would end the address; URL.href holds no angle bracket.
  link: (escaped, url) => `<${new URL(url).href.replaceAll('|', '%7C')}|${escaped.replaceAll('|', '¦')}>`,
};

/** What a person wrote, of the mrkdwn that Slack makes of it. */
export function plainText(mrkdwn: string): string {
  return (
    mrkdwn
      // A link is its address, anything else what it is called.
      .replaceAll(REFERENCE, (_, reference: string, label = '') =>
        label === '' || reference.startsWith('http') ? reference : String(label),
      )
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
      .trim()
  );
}
