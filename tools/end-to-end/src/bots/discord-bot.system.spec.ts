import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunningProcess } from '../processes.js';
import { BotLibrary, FERRY_QUESTION, LOUD_QUESTION, UNKNOWN_QUESTION } from './bot-library.js';
import { DiscordStandIn, IDS, type KeptInteraction, type KeptMessage, TOKEN, until } from './discord-stand-in.js';

let library: BotLibrary;
let discord: DiscordStandIn;
let bot: RunningProcess;

const ask = (question: string, of = {}) =>
  discord.command('ask', [{ name: 'question', type: 3, value: question }], of);

/** The first message of a reply, once it holds a text. */
function reply(interaction: KeptInteraction, holds: RegExp): Promise<KeptMessage> {
  return until(`${holds}`, () => interaction.replies.find(({ content }) => holds.test(content)));
}

function answerIn(channel: string, holds: RegExp): Promise<KeptMessage> {
  return until(`${holds}`, () => discord.in(channel).find(({ content }) => holds.test(content)));
}

function buttonsOf({ components }: KeptMessage) {
  return components.flatMap((row) => row.components);
}

async function startBot(): Promise<void> {
  bot = await library.startBot('discord-bot', {
    DISCORD_TOKEN: TOKEN,
    DISCORD_API_URL: discord.url,
    BOT_ADMIN_ROLES: IDS.admin,
  });
}

beforeAll(async () => {
  [library, discord] = await Promise.all([BotLibrary.start(), DiscordStandIn.start()]);
  await startBot();
});

afterAll(async () => {
  await library.stop();
  await discord.stop();
});

describe('a question to the Discord bot', () => {
  it('is acknowledged, tells its stages and is answered with its sources', async () => {
    const asked = ask(FERRY_QUESTION);
    const answer = await reply(asked, /Signe Holm steers the ferry to Skarholm\. \[1\]/);
    expect(asked.acknowledged).toMatchObject({ type: 5 });
    expect(answer.contents[0]).toMatch(/ …/);
    expect(answer.content).toMatch(/\*\*Sources\*\*\n\[1\] \[?The ferry/);
    expect(buttonsOf(answer)).toMatchObject([{ label: '1 · The ferry', custom_id: expect.stringMatching(/^q:.*:1$/) }]);
  });

  it('mentions nobody, whatever a document or the question says', async () => {
    const answer = await reply(ask(`${LOUD_QUESTION} @everyone`), /rises/);
    expect(answer.content).not.toMatch(/@everyone|(?<!\\)<@/);
    expect(answer.content).toContain(String.raw`\*\*rises\*\*`);
    expect(answer.allowed_mentions).toMatchObject({ parse: [] });
  });

  it('is refused with one sentence where the library tells nothing', async () => {
    const answer = await reply(ask(UNKNOWN_QUESTION), /./);
    await until('the refusal', () => !answer.content.includes('…') && answer);
    expect(answer.content).not.toContain('**Sources**');
  });

  it('may be a mention, which opens a thread', async () => {
    const said = discord.say(`<@${IDS.bot}> ${FERRY_QUESTION}`, IDS.channel);
    const answer = await answerIn(said.id, /Signe Holm/);
    expect(discord.threads.has(said.id)).toBe(true);
    expect(answer.channel_id).toBe(said.id);
  });

  it('may be a direct message', async () => {
    discord.say(FERRY_QUESTION, IDS.direct);
    expect((await answerIn(IDS.direct, /Signe Holm/)).content).toContain('[1]');
  });

  it('is no business of the bot where nobody speaks to it', async () => {
    const before = discord.messages.size;
    discord.say(FERRY_QUESTION, IDS.channel);
    await reply(ask(FERRY_QUESTION), /Signe Holm/);
    // The message itself, and the reply to the command.
    expect(discord.messages.size).toBe(before + 2);
  });

  it('of 10,000 characters is refused with the reason', async () => {
    discord.say('why '.repeat(2_500), IDS.direct);
    expect((await answerIn(IDS.direct, /Invalid request/)).content).toContain('8192');
  });
});
