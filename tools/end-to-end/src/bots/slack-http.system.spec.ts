import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '@arbiter/testing';
import { BotLibrary, FERRY_QUESTION } from './bot-library.js';
import { until } from './discord-stand-in.js';
import { buttonsOf, shownIn, SLACK, SlackStandIn, type Delivered, type KeptPost } from './slack-stand-in.js';

const SIGNE = /Signe Holm steers the ferry to Skarholm\. \[1\]/;
/** Slack's, for every acknowledgement. */
const ACKNOWLEDGEMENT_MS = 3_000;
const JSON_TYPE = 'application/json';

let library: BotLibrary;
let slack: SlackStandIn;

/** Has something done, and waits for a message that is finished. */
function after(act: () => unknown, holds: RegExp): Promise<KeptPost> {
  const before = slack.posts.length;
  act();
  return until(`${holds}`, () =>
    slack.posts.slice(before).find((post) => !post.streaming && holds.test(shownIn(post))),
  );
}

beforeAll(async () => {
  [library, slack] = await Promise.all([BotLibrary.start(), SlackStandIn.start()]);
  const port = await freePort();
  slack.botUrl = `http://127.0.0.1:${port}`;
  await library.startBot('slack-bot', {
    SLACK_BOT_TOKEN: SLACK.token,
    SLACK_SIGNING_SECRET: SLACK.signingSecret,
    PORT: `${port}`,
    SLACK_API_URL: slack.url,
    BOT_ADMIN_ROLES: SLACK.keeper,
  });
});

afterAll(async () => {
  await library.stop();
  await slack.stop();
});

describe('the Slack bot in HTTP mode', () => {
  it('acknowledges and answers commands, mentions and buttons', async () => {
    const told: Delivered[] = [];
    const answer = await after(() => told.push(slack.command('/ask', FERRY_QUESTION)), SIGNE);
    const [source] = buttonsOf(answer);
    await after(() => told.push(slack.say(`<@${SLACK.bot}> ${FERRY_QUESTION}`, SLACK.channel).delivered), SIGNE);
    const quote = await after(() => told.push(slack.press(answer, source?.action_id ?? '')), /The crossing takes/);
    expect(quote.onlyFor).toBe(SLACK.person);
    expect(told.map(({ acknowledged }) => acknowledged?.status)).toEqual([200, 200, 200]);
    for (const { acknowledged } of told) expect(acknowledged?.afterMs).toBeLessThan(ACKNOWLEDGEMENT_MS);
    expect(slack.connections).toBe(0);
  });

  it('knows an administrator by the id of the user', async () => {
    const user = SLACK.keeper;
    await after(() => slack.command('/library', 'collections', { user }), /harbour: 2 documents/);
    await after(() => slack.command('/library', 'collections'), /^Only those/);
  });

  it('answers the check of its address', async () => {
    const checked = await slack.signed(JSON.stringify({ type: 'url_verification', challenge: 'c-17' }), JSON_TYPE);
    expect(await checked.text()).toContain('c-17');
  });

  it.each([
    ['a wrong signature', { secret: 'another' }],
    ['an old timestamp', { ageS: 600 }],
  ])('refuses %s', async (_, of) => {
    const before = slack.posts.length;
    const event = { type: 'app_mention', user: SLACK.person, text: FERRY_QUESTION, ts: '1', channel: SLACK.channel };
    const body = JSON.stringify({ type: 'event_callback', team_id: SLACK.team, event_id: 'Ev9', event });
    expect((await slack.signed(body, JSON_TYPE, of)).status).toBe(401);
    await after(() => slack.say(`<@${SLACK.bot}> ${FERRY_QUESTION}`, SLACK.channel), SIGNE);
    expect(slack.posts).toHaveLength(before + 1);
  });

  it('refuses what has no signature, and what is no JSON', async () => {
    const unsigned = await fetch(`${slack.botUrl}/slack/events`, { method: 'POST', body: '{}' });
    expect(unsigned.status).toBe(401);
    expect((await slack.signed('{"type":', JSON_TYPE)).status).toBe(400);
  });

  it('does not start without a way in', async () => {
    const started = library.startBot('slack-bot', { SLACK_BOT_TOKEN: SLACK.token, SLACK_API_URL: slack.url });
    await expect(started).rejects.toThrow(/"exitCode":2[^]*Set SLACK_APP_TOKEN/);
  });
});
