import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunningProcess } from '../processes.js';
import { BotLibrary, FERRY_QUESTION, LOUD_QUESTION, UNKNOWN_QUESTION } from './bot-library.js';
import { until } from './discord-stand-in.js';
import { buttonsOf, shownIn, SLACK, SlackStandIn, type KeptPost } from './slack-stand-in.js';

const SIGNE = /Signe Holm steers the ferry to Skarholm\. \[1\]/;
/** Slack's, for every acknowledgement. */
const ACKNOWLEDGEMENT_MS = 3_000;

let library: BotLibrary;
let slack: SlackStandIn;
let bot: RunningProcess;

async function startBot(env = {}): Promise<void> {
  bot = await library.startBot('slack-bot', {
    SLACK_BOT_TOKEN: SLACK.token,
    SLACK_APP_TOKEN: SLACK.appToken,
    SLACK_API_URL: slack.url,
    BOT_ADMIN_ROLES: `U999,${SLACK.keepers}`,
    ...env,
  });
}

/** The next message that is finished and holds a text, of those after a moment. */
function nextPost(after: number, holds: RegExp): Promise<KeptPost> {
  return until(`${holds}`, () => slack.posts.slice(after).find((post) => !post.streaming && holds.test(shownIn(post))));
}

/** Has something done, and waits for a message. */
async function after(act: () => unknown, holds: RegExp): Promise<KeptPost> {
  const before = slack.posts.length;
  act();
  return nextPost(before, holds);
}

const mention = (question: string, more = {}) => slack.say(`<@${SLACK.bot}> ${question}`, SLACK.channel, more);

beforeAll(async () => {
  [library, slack] = await Promise.all([BotLibrary.start(), SlackStandIn.start()]);
  await startBot();
});

afterAll(async () => {
  await library.stop();
  await slack.stop();
});

describe('a question to the Slack bot', () => {
  it('by a command becomes a message, with the answer and its sources in its thread', async () => {
    const before = slack.posts.length;
    const asked = slack.command('/ask', FERRY_QUESTION);
    const answer = await nextPost(before, SIGNE);
    const [question] = slack.posts.slice(before);
    expect(question && shownIn(question)).toBe(`person_U800 asks: ${FERRY_QUESTION}`);
    expect(answer.thread_ts).toBe(question?.ts);
    expect(answer.tasks[0]).toMatch(/ …$/);
    expect(answer.tasks.at(-1)).toBe('Done');
    expect(shownIn(answer)).toMatch(/\*Sources\*\n\[1\] (?:<https:\/\/arbiter\.example\/[^|]*\|)?The ferry/);
    expect(buttonsOf(answer)).toMatchObject([
      { text: { text: '1 · The ferry' }, action_id: expect.stringMatching(/^q:.*:1$/) },
    ]);
    expect(asked.acknowledged?.afterMs).toBeLessThan(ACKNOWLEDGEMENT_MS);
  });

  it('mentions nobody, whatever a document or the question says', async () => {
    const answer = await after(() => mention(`${LOUD_QUESTION} &lt;!channel&gt; <!here> @channel <@U123>`), /rises/);
    // The stand-in refuses what Slack would read as a mention.
    expect(shownIn(answer)).toContain('&lt;@&amp;700&gt;');
    expect(shownIn(answer)).not.toMatch(/@(?:everyone|channel|here)/);
    const question = await after(() => slack.command('/ask', '&lt;!channel&gt; <!here> <@U123> @channel'), /asks/);
    expect(shownIn(question)).toContain('&lt;!channel&gt;');
  });

  it('is refused with one sentence where the library tells nothing', async () => {
    const answer = await after(() => mention(UNKNOWN_QUESTION), /not answered/);
    expect(shownIn(answer)).toMatch(/\*Closest passages\*\n\[1\]/);
    expect(shownIn(answer)).not.toContain('*Sources*');
  });

  it('may refer to the one before in its thread, which is never read from Slack', async () => {
    const { ts } = mention(FERRY_QUESTION);
    await until('the answer', () =>
      slack.posts.find((post) => post.thread_ts === ts && shownIn(post).includes('Signe Holm steers')),
    );
    const answer = await after(
      () => mention('And how long does the crossing take?', { thread_ts: ts }),
      /forty minutes/,
    );
    expect(answer.thread_ts).toBe(ts);
    expect(slack.calls.filter((method) => method.startsWith('conversations.'))).toEqual([]);
  });

  it('may be a direct message', async () => {
    const { thread_ts } = await after(() => slack.say(FERRY_QUESTION, SLACK.direct), SIGNE);
    expect(thread_ts).toBeDefined();
  });

  it('is no business of the bot where nobody speaks to it, or Slack tells it again', async () => {
    const before = slack.posts.length;
    slack.say(FERRY_QUESTION, SLACK.channel);
    const event = { type: 'app_mention', user: SLACK.person, text: FERRY_QUESTION, channel: SLACK.channel };
    slack.event({ ...event, ts: '1700000001.000001' }, 'Ev1');
    slack.event({ ...event, ts: '1700000001.000001' }, 'Ev1');
    await nextPost(before, SIGNE);
    await after(() => mention(LOUD_QUESTION), /rises/);
    expect(slack.posts).toHaveLength(before + 2);
  });

  it('of 10,000 characters is refused with the reason', async () => {
    const answer = await after(() => mention('why '.repeat(2_500)), /^Invalid arguments/);
    expect(shownIn(answer)).toContain('8192');
  });

  it('is answered where Slack does not stream, by a message that is edited', async () => {
    slack.streams = false;
    const answer = await after(() => mention(FERRY_QUESTION), SIGNE);
    slack.streams = true;
    expect(answer.edits).toBeGreaterThan(0);
    expect(answer.tasks).toEqual([]);
  });

  it('needs the bot in the channel, and says so', async () => {
    const before = slack.posts.length;
    slack.command('/ask', FERRY_QUESTION, { channel: SLACK.closed });
    const told = await until('a word', () => slack.posts[before]);
    expect(told).toMatchObject({ onlyFor: 'response', text: expect.stringContaining('Invite me') });
  });
});

describe('the buttons, reactions and commands of the Slack bot', () => {
  const QUOTED = /\*Signe Holm steers the ferry to Skarholm\.\* The crossing takes/;

  const quoteOf = (answer: KeptPost) => after(() => slack.press(answer, buttonsOf(answer)[0]?.action_id ?? ''), QUOTED);

  it('show a quote to one person between what stands around it, also after a restart of the bot', async () => {
    const answer = await after(() => mention(FERRY_QUESTION), SIGNE);
    const quote = await quoteOf(answer);
    expect(quote).toMatchObject({ onlyFor: SLACK.person, thread_ts: answer.thread_ts });
    expect(await bot.stop()).toMatchObject({ code: 0 });
    await startBot();
    expect((await quoteOf(answer)).onlyFor).toBe(SLACK.person);
    // The thread of before is still known, by its session.
    const sources = await after(() => mention('sources', { thread_ts: answer.thread_ts }), SIGNE);
    expect(sources.onlyFor).toBe(SLACK.person);
  });

  it('show the sources of the last question of a person', async () => {
    await after(() => slack.command('/ask', LOUD_QUESTION), /rises/);
    expect((await after(() => slack.command('/sources'), /rises/)).onlyFor).toBe('response');
    const stranger = await after(() => slack.command('/sources', '', { user: 'U802' }), /mention me/);
    expect(stranger.onlyFor).toBe('response');
  });

  it('keep what people think of an answer', async () => {
    const answer = await after(() => mention(FERRY_QUESTION), SIGNE);
    slack.react(answer, '-1::skin-tone-3');
    await until('the rating', async () => (await library.get('/v1/calibration')).includes('"judged":1'));
  });

  it('let only administrators look behind the library', async () => {
    await after(() => slack.command('/library', 'collections'), /^Only those/);
    const user = SLACK.keeper;
    const told = await after(() => slack.command('/library', 'collections', { user }), /harbour: 2 documents/);
    expect(told.onlyFor).toBe('response');
  });

  it('delete a document once an administrator has confirmed it', async () => {
    const documentId = await library.addDocument('lamp.md', '# The lamp\n\nThe lamp of Orr is green.\n');
    const user = SLACK.keeper;
    const asked = await after(
      () => slack.command('/library', `delete ${documentId}`, { user }),
      /^Delete the document/,
    );
    const id = buttonsOf(asked)[0]?.action_id ?? '';
    await after(() => slack.press(asked, id), /^Only those/);
    expect(await library.get('/v1/documents?collection=more')).toContain(documentId);
    await after(() => slack.press(asked, id, user), /is deleted/);
    expect(await library.get('/v1/documents?collection=more')).not.toContain(documentId);
  });
});

describe('faults around the Slack bot', () => {
  it('are one sentence while the server is away, also in the middle of a question', async () => {
    const before = slack.posts.length;
    mention(FERRY_QUESTION);
    await until('its first words', () => slack.posts[before]);
    await library.stopServer('SIGKILL');
    await nextPost(before, /cannot be reached|Signe Holm/);
    await after(() => mention(FERRY_QUESTION), /^The library cannot be reached/);
    await library.startServer();
    await after(() => mention(FERRY_QUESTION), SIGNE);
  });

  it('are no loss: a socket that ends is made anew', async () => {
    const { connections } = slack;
    slack.cutSockets();
    await until('the socket', () => slack.connections > connections);
    await after(() => mention(FERRY_QUESTION), SIGNE);
  });

  it('are waited for where Slack says how long', async () => {
    const limited = slack.limited;
    slack.retryAfterS = 1;
    await after(() => mention(FERRY_QUESTION), SIGNE);
    expect(slack.limited).toBe(limited + 1);
  });

  it.each([
    ['SLACK_BOT_TOKEN', 'xoxb-other'],
    ['SLACK_APP_TOKEN', 'xapp-other'],
  ])('end the bot with a sentence where Slack refuses %s', async (name, value) => {
    const tokens = { SLACK_BOT_TOKEN: SLACK.token, SLACK_APP_TOKEN: SLACK.appToken, SLACK_API_URL: slack.url };
    const started = library.startBot('slack-bot', { ...tokens, [name]: value });
    await expect(started).rejects.toThrow(new RegExp(`"exitCode":2[^]*Slack refuses ${name}`));
  });
});
