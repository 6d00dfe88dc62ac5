import { TerminalProgram } from '@arbiter/testing';
import type { BotLibrary } from '../bots/bot-library.js';
import { WORKSPACE } from '../installation.js';
import { BATH, BED, DREAM, fenced } from './door-texts.js';

const PROMPT = 'lantern-coast> ';
const OPTIONS = ['chat', '--domain', 'lantern-coast', '--session', 'evening-1'];
/** Two documents tell it. */
const TWO_THINGS = 'Who commands the Lantern Watch and where does the Bell of Pell hang?';
const TYPED = [BED, BATH, TWO_THINGS, '/sources 2', DREAM, '/declined', '/soruces', '/quit'];

/** A person's chat at a terminal that cannot move its cursor, so that everything shown is kept. */
export async function chatPage(library: BotLibrary): Promise<string> {
  const command = [process.execPath, WORKSPACE.arbiterPath, ...OPTIONS];
  const program = new TerminalProgram(command, { ...library.env, TERM: 'dumb' });
  try {
    for (const line of TYPED) {
      await program.sees(PROMPT);
      program.type(`${line}\r`);
      await program.sees('\n');
    }
    const code = await program.ended;
    const screen = program.shown.replaceAll('\r\n', '\n').trimEnd();
    return [
      '# A chat in the terminal',
      `What a person types stands behind \`${PROMPT.trim()}\`. Durations are left out.`,
      fenced('console', `$ npx arbiter ${OPTIONS.join(' ')}\n${screen}\n\n$ echo $?\n${code}`),
    ].join('\n\n');
  } finally {
    program.leave();
  }
}
