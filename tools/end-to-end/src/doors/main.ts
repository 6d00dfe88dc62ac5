import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { format, type FormatConfig } from 'oxfmt';
import { BotLibrary } from '../bots/bot-library.js';
import { WORKSPACE } from '../installation.js';
import { botsPage } from './bots-door.js';
import { chatPage } from './chat-door.js';
import { steadyText } from './door-texts.js';
import { mcpPage } from './mcp-door.js';
import { openaiPage } from './openai-door.js';
import { pagesPage } from './pages-door.js';

/** Pages of docs/transcripts by their names. */
const PAGES = { mcp: mcpPage, openai: openaiPage, bots: botsPage, chat: chatPage, pages: pagesPage };
const ORIGIN =
  'Written by `npm run docs:doors` from a server over the sample domain; `npm run docs:doors -- --check` says whether it still holds. Ids, addresses and times are replaced.';

const { values } = parseArgs({ options: { check: { type: 'boolean' } } });
const layout = JSON.parse(await readFile(join(WORKSPACE.root, '.oxfmtrc.json'), 'utf8')) as FormatConfig;
const library = await BotLibrary.startWorld();
try {
  for (const [name, pageOf] of Object.entries(PAGES)) {
    const path = join(WORKSPACE.root, 'docs', 'transcripts', `${name}.md`);
    const { code: page } = await format(`${name}.md`, steadyText(`${await pageOf(library)}\n\n${ORIGIN}\n`), layout);
    if ((await readFile(path, 'utf8').catch(() => '')) === page) continue;
    process.stdout.write(`${values.check ? 'out of date' : 'written'}: docs/transcripts/${name}.md\n`);
    if (values.check) process.exitCode = 1;
    else await writeFile(path, page);
  }
} finally {
  await library.stop();
}
