import type { BotLibrary } from '../bots/bot-library.js';
import { DiscordStandIn, IDS, TOKEN, until, type KeptMessage } from '../bots/discord-stand-in.js';
import { buttonsOf, shownIn, SLACK, SlackStandIn, type KeptPost } from '../bots/slack-stand-in.js';
import { BATH, BED, DREAM, fenced } from './door-texts.js';

/** What somebody does in a vendor's client, and what the bot then shows. */
interface Person<Post> {
  mention(question: string, repliedTo?: Post): Promise<Post>;
  pressFirst(post: Post): Promise<Post>;
  /** Judges an answer. @returns how */
  thumb(post: Post): string;
  command(question: string): Promise<Post>;
  /** What the bot said before the answer, and the answer with its buttons. */
  shown(post: Post): readonly [before: string | undefined, answer: string];
}

const ANSWERED = /\bSources\b/;
const DECLINED = /Closest passages/;

/** Both bots, each with its vendor's library, before stand-ins of their vendors. */
export async function botsPage(library: BotLibrary): Promise<string> {
  const [discord, slack] = await Promise.all([DiscordStandIn.start(), SlackStandIn.start()]);
  try {
    const of = { BOT_DOMAIN: 'lantern-coast' };
    await library.startBot('discord-bot', { ...of, DISCORD_TOKEN: TOKEN, DISCORD_API_URL: discord.url });
    const tokens = { SLACK_BOT_TOKEN: SLACK.token, SLACK_APP_TOKEN: SLACK.appToken };
    await library.startBot('slack-bot', { ...of, ...tokens, SLACK_API_URL: slack.url });
    return [
      '# Questions in Discord and Slack',
      "The bots as in [the guide](../guides/bots.md), before stand-ins that keep the vendors' limits and note what is shown. Texts have the vendor's markup, buttons stand in round brackets. An answer takes the place of what was shown while it was made.",
      '## Discord',
      await talk(library, 1, inDiscord(discord)),
      '## Slack, in socket mode',
      await talk(library, 2, inSlack(slack)),
    ].join('\n\n');
  } finally {
    await Promise.all([discord.stop(), slack.stop()]);
  }
}

/** @param ratings that the library has after this one */
async function talk<Post>(library: BotLibrary, ratings: number, person: Person<Post>): Promise<string> {
  const shown = (post: Post, who = 'arbiter, in the thread') => {
    const [before, answer] = person.shown(post);
    return `${before === undefined ? '' : `${said(`${who}, while it works`, before)}\n\n`}${said(who, answer)}`;
  };
  const asked = await person.mention(BED);
  const followed = await person.mention(BATH, asked);
  const quote = await person.pressFirst(asked);
  const kept = () =>
    until('the rating', async () => {
      const calibration = await library.get('/v1/calibration');
      return calibration.includes(`"judged":${ratings}`) && calibration;
    });
  const log = [
    said('Somebody in a channel', `@arbiter ${BED}`),
    shown(asked),
    said('Somebody in the thread', `@arbiter ${BATH}`),
    shown(followed),
    'Somebody presses the button of the first answer.',
    shown(quote, 'arbiter, to this person alone'),
    said(`Somebody reacts to the first answer with ${person.thumb(asked)}. GET /v1/calibration`, await kept()),
    said('Somebody in a channel', `/ask ${DREAM}`),
    shown(await person.command(DREAM), 'arbiter'),
  ];
  return fenced('text', log.join('\n\n'));
}

function inDiscord(discord: DiscordStandIn): Person<KeptMessage> {
  const reply = (to: ReturnType<DiscordStandIn['press']>, holds: RegExp) =>
    until(`${holds}`, () => to.replies.find(({ content }) => holds.test(content)));
  return {
    mention(question, { channel_id: thread } = { channel_id: '' } as KeptMessage) {
      const before = discord.in(thread).length;
      const { id } = discord.say(`<@${IDS.bot}> ${question}`, thread || IDS.channel);
      const fresh = () => discord.in(thread || id).slice(before);
      return until('the answer', () => fresh().find(({ content }) => ANSWERED.test(content)));
    },
    pressFirst: (post) => reply(discord.press(post, post.components[0]?.components[0]?.custom_id ?? ''), /\S/),
    thumb: (post) => (discord.react(post, '👍'), '👍'),
    command: (value) => reply(discord.command('ask', [{ name: 'question', type: 3, value }]), DECLINED),
    shown: ({ content, contents, components }) => [
      contents.find((each) => each !== '' && each !== content),
      withButtons(
        content,
        components.flatMap((row) => row.components),
      ),
    ],
  };
}

function inSlack(slack: SlackStandIn): Person<KeptPost> {
  const after = (act: () => unknown, holds: RegExp) => {
    const before = slack.posts.length;
    act();
    const fresh = () => slack.posts.slice(before).filter(({ streaming }) => !streaming);
    return until(`${holds}`, () => fresh().find((post) => holds.test(shownIn(post))));
  };
  return {
    mention: (question, { thread_ts } = {} as KeptPost) =>
      after(() => slack.say(`<@${SLACK.bot}> ${question}`, SLACK.channel, thread_ts ? { thread_ts } : {}), ANSWERED),
    pressFirst: (post) => after(() => slack.press(post, buttonsOf(post)[0]?.action_id ?? ''), /\S/),
    thumb: (post) => (slack.react(post, '-1'), '👎'),
    command: (question) => after(() => slack.command('/ask', question), DECLINED),
    shown: (post) => [
      post.tasks[0],
      withButtons(
        shownIn(post),
        buttonsOf(post).map(({ text, url }) => ({ label: text.text, url })),
      ),
    ],
  };
}

function withButtons(text: string, buttons: readonly { label: string; url?: string | undefined }[]): string {
  const labels = buttons.map(({ label, url }) => `( ${url === undefined ? label : `${label}: ${url}`} )`);
  return [text.trimEnd(), ...labels].join('\n\n');
}

function said(who: string, text: string): string {
  return `${who}:\n${text.replaceAll(/^(?=.)/gm, '    ')}`;
}
