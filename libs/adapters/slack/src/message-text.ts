import type { SlackMessage } from './slack-message.js';

/** `<@U1>`, `<@U1|ann>`, `<#C1|harbour>`, `<!here>`, `<!subteam^S1|@crew>`, `<https://a.example|a>` (Slack's mrkdwn). */
const REFERENCE = /<([@#!]?)([^<>|]{1,2000})(?:\|([^<>]{0,2000}))?>/g;

/** What a reader sees of a message: mentions as names, links as their text, files and attachments by what they are called. */
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
