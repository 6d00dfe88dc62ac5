import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunningProcess } from '../processes.js';
import { BotLibrary, FERRY_QUESTION, LOUD_QUESTION, UNKNOWN_QUESTION } from './bot-library.js';
import { DiscordStandIn, IDS, type KeptInteraction, type KeptMessage, TOKEN, until } from './discord-stand-in.js';

/** Flag of a message that one person sees. */
const EPHEMERAL = 64;

let library: BotLibrary;
let discord: DiscordStandIn;
let bot: RunningProcess;

const ask = (question: string, of = {}) => discord.command('ask', [{ name: 'question', type: 3, value: question }], of);

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
    expect(answer.content).toContain(String.raw`\<@&700\>`);
    expect(answer.allowed_mentions).toMatchObject({ parse: [] });
  });

  it('is refused with one sentence where the library tells nothing', async () => {
    const answer = await reply(ask(UNKNOWN_QUESTION), /not answered/);
    expect(answer.content).toMatch(/\*\*Closest passages\*\*\n\[1\]/);
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
    expect((await answerIn(IDS.direct, /^Invalid arguments/)).content).toContain('8192');
  });
});

describe('the buttons, reactions and commands of the Discord bot', () => {
  /** A button of the reply, that shows its quote to whoever pressed it. */
  async function quoteOf(answer: KeptMessage): Promise<KeptMessage> {
    const [first] = buttonsOf(answer);
    const pressed = discord.press(answer, first?.custom_id ?? '');
    const quote = await reply(pressed, /./);
    expect(pressed.acknowledged).toMatchObject({ type: 5, flags: EPHEMERAL });
    return quote;
  }

  it('show a quote between what stands around it, also after a restart of the bot', async () => {
    const answer = await reply(ask(FERRY_QUESTION), /Signe Holm/);
    const quoted = /\*\*Signe Holm steers the ferry to Skarholm\.\*\* The crossing takes/;
    expect((await quoteOf(answer)).content).toMatch(quoted);
    expect(await bot.stop()).toMatchObject({ code: 0 });
    await startBot();
    expect((await quoteOf(answer)).content).toMatch(quoted);
    // The thread of before is still known, by its session.
    expect((await reply(discord.command('sources'), /./)).content).toContain('Signe Holm');
  });

  it('keep what people think of an answer', async () => {
    const answer = await reply(ask(FERRY_QUESTION), /Signe Holm/);
    discord.react(answer, '👎');
    await until('the rating', async () => (await library.get('/v1/calibration')).includes('"judged":1'));
  });

  it('let only administrators look behind the library', async () => {
    const command = [{ name: 'collections', type: 1, options: [] }];
    expect((await reply(discord.command('library', command), /./)).content).toMatch(/^Only members/);
    const admitted = discord.command('library', command, { roles: [IDS.admin] });
    expect((await reply(admitted, /./)).content).toContain('harbour: 2 documents');
    expect(admitted.acknowledged).toMatchObject({ flags: EPHEMERAL });
  });

  it('delete a document once an administrator has confirmed it', async () => {
    const documentId = await library.addDocument('lamp.md', '# The lamp\n\nThe lamp of Orr is green.\n');
    const roles = [IDS.admin];
    const options = [{ name: 'delete', type: 1, options: [{ name: 'document', type: 3, value: documentId }] }];
    const asked = await reply(discord.command('library', options, { roles }), /^Delete the document/);
    const [button] = buttonsOf(asked);
    expect((await reply(discord.press(asked, button?.custom_id ?? ''), /./)).content).toMatch(/^Only members/);
    discord.press(asked, button?.custom_id ?? '', { roles });
    await until(
      'the deletion',
      async () => !(await library.get('/v1/documents?collection=more')).includes(documentId) || undefined,
    );
  });
});

describe('faults around the Discord bot', () => {
  it('are one sentence while the server is away, also in the middle of a question', async () => {
    const cut = ask(FERRY_QUESTION);
    await until('its first words', () => cut.replies[0]);
    await library.stopServer('SIGKILL');
    expect((await reply(cut, /[^…]$/)).content).toMatch(/cannot be reached|Signe Holm/);
    expect((await reply(ask(FERRY_QUESTION), /./)).content).toMatch(/^The library cannot be reached/);
    await library.startServer();
    expect((await reply(ask(FERRY_QUESTION), /Signe Holm/)).content).toContain('[1]');
  });

  it('are no loss: the gateway is resumed', async () => {
    discord.cutGateway();
    await until('the gateway', () => discord.gateway.resumed > 0);
    expect((await reply(ask(FERRY_QUESTION), /Signe Holm/)).content).toContain('[1]');
  });

  it('are waited for where Discord says how long', async () => {
    discord.retryAfterS = 1;
    expect((await reply(ask(FERRY_QUESTION), /Signe Holm/)).content).toContain('[1]');
    expect(discord.limited).toBeGreaterThan(0);
  });

  it.each([
    ['its token', 'MTA.other.token', null, 'Discord refuses DISCORD_TOKEN'],
    ['its intents', TOKEN, 4_014, String.raw`Discord ended the connection \(4014\)`],
  ])('end the bot with a sentence where Discord refuses %s', async (_what, token, refuses, sentence) => {
    discord.refuses = refuses;
    const started = library.startBot('discord-bot', { DISCORD_TOKEN: token, DISCORD_API_URL: discord.url });
    await expect(started).rejects.toThrow(new RegExp(`"exitCode":2[^]*${sentence}`));
    discord.refuses = null;
  });
});
