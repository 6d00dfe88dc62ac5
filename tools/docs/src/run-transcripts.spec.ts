import { describe, expect, it } from '@jest/globals';
import { runTranscripts } from './run-transcripts.js';
import { findTranscripts, replaceTranscripts } from './transcripts.js';

const id = (digit: string) => `answer_${digit.repeat(32)}`;

/** Answers every script by a table, and tells which were run. */
async function rewrite(page: string, answers: Readonly<Record<string, string>>) {
  const ran: string[] = [];
  const transcripts = findTranscripts(page);
  const texts = await runTranscripts(transcripts, (library, script) => {
    ran.push(`${library}: ${script}`);
    return Promise.resolve(answers[script] ?? '');
  });
  return { ran, texts, page: replaceTranscripts(page, transcripts, texts) };
}

describe('runTranscripts', () => {
  it('writes under a script what it gives', async () => {
    const page = '<!-- transcript -->\n\n```sh\nask\n```\n\n<!-- transcript -->\n\n```text\nold\n```\n';
    const { ran, page: rewritten } = await rewrite(page, { ask: 'new' });
    expect(ran).toEqual(['lantern-coast: ask']);
    expect(rewritten).toBe(page.replace('old', 'new'));
  });

  it('writes the output of the command in the comment', async () => {
    const page = '<!-- transcript own: ask | head -1 -->\n\n```text\nold\n```\n';
    const { ran, texts } = await rewrite(page, { 'ask | head -1': 'new' });
    expect({ ran, texts }).toEqual({ ran: ['own: ask | head -1'], texts: ['new'] });
  });

  it('runs the script of the comment in the place of one that pages show', async () => {
    const page = '<!-- transcript own: prepare -->\n\n```sh\nnpm start\n```\n';
    const { ran, texts } = await rewrite(page, { prepare: 'done' });
    expect({ ran, texts }).toEqual({ ran: ['own: prepare'], texts: [null] });
  });

  it('leaves a block alone that differs in durations only', async () => {
    const page = '<!-- transcript: ask -->\n\n```text\nyes · 12 ms\n```\n';
    expect((await rewrite(page, { ask: 'yes · 13 ms' })).texts).toEqual([null]);
  });

  it('runs the commands of a console, with the ids that earlier ones gave', async () => {
    const page = `<!-- transcript -->\n\n\`\`\`console\n$ list\n${id('a')} old\n$ replay ${id('a')}\nold\n\`\`\`\n`;
    const answers = { list: `${id('b')} new`, [`replay ${id('b')}`]: 'newer' };
    const { ran, page: rewritten } = await rewrite(page, answers);
    expect(ran).toEqual(['lantern-coast: list', `lantern-coast: replay ${id('b')}`]);
    expect(rewritten).toContain(`$ list\n${id('b')} new\n$ replay ${id('b')}\nnewer\n\`\`\``);
    expect((await rewrite(rewritten, answers)).texts).toEqual([null]);
  });
});
