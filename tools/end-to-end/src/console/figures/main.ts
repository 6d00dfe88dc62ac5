import { ask, ingest } from '../../http-calls.js';
import { uniqueWord, writeNotes } from '../../notes-folder.js';
import { Processes } from '../../processes.js';
import { startStandaloneProcess } from '../../servers.js';
import { TemporaryFolders } from '../../temporary-folders.js';
import { TestBrowser } from '../browser.js';
import { askFigures } from './ask-figures.js';
import { documentFigures } from './document-figures.js';

const NOTES = 6;

const processes = new Processes();
const folders = new TemporaryFolders();
const browser = await TestBrowser.start();
try {
  const [dataDir, notes] = await Promise.all([folders.create(), folders.create()]);
  const { url } = await startStandaloneProcess(processes, { dataDir });
  await writeNotes(notes, NOTES);
  await ingest(url, 'notes', [{ kind: 'path', path: notes }]);
  const answer = await ask(url, { query: `Who keeps the ${uniqueWord(3)} lantern?` });
  const figures = [...(await askFigures(browser, url, answer)), ...(await documentFigures(browser, url))];
  for (const { what, value, unit, limit } of figures) {
    process.stdout.write(
      `${value > limit ? 'over ' : '     '}${value.toFixed(1).padStart(8)} ${unit}  (at most ${limit})  ${what}\n`,
    );
  }
} finally {
  await browser.close();
  await processes.stopAll();
  await folders.removeAll();
}
