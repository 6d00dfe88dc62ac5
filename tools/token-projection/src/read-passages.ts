import { readFile, readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** Longer ones are cut by the model anyway. */
const PASSAGE_CHARACTERS = 1_200;

const DOCUMENTS = new Set(['.md', '.txt']);

/**
 * Passages of a corpus: of a `.jsonl` file (`title` and `text` of each line, as in BEIR), or of all Markdown and text
 * files below a folder.
 *
 * @returns in the order of the lines, or of the files' paths; each about {@link PASSAGE_CHARACTERS} long at most
 * @throws Error of node:fs when the path cannot be read, SyntaxError when a line is no JSON
 */
export async function readPassages(path: string): Promise<string[]> {
  if ((await stat(path)).isDirectory()) return (await readFolder(path)).flatMap(passagesOf);
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  return lines.flatMap((line) => {
    const { title = '', text = '' } = JSON.parse(line) as { title?: string; text?: string };
    return passagesOf(title === '' ? text : `${title}. ${text}`);
  });
}

async function readFolder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && DOCUMENTS.has(extname(entry.name)));
  const paths = files.map((file) => join(file.parentPath, file.name)).sort();
  const texts: string[] = [];
  for (const path of paths) texts.push(await readFile(path, 'utf8'));
  return texts;
}

/** Paragraphs, put together as long as they fit. */
function passagesOf(text: string): string[] {
  const passages: string[] = [];
  let passage = '';
  for (const paragraph of text.split(/\n\s*\n/)) {
    if (passage !== '' && passage.length + paragraph.length > PASSAGE_CHARACTERS) {
      passages.push(passage);
      passage = '';
    }
    passage = passage === '' ? paragraph.trim() : `${passage}\n${paragraph.trim()}`;
  }
  passages.push(passage);
  return passages.filter((each) => each !== '');
}
