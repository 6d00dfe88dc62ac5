import { realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ArbiterError, compareCodeUnits, PromptTemplate } from '@arbiter/contracts';
import { parseDocument } from 'yaml';
import { fromFilesystemError } from '../filesystem-error.js';
import { isInside } from '../paths.js';
import { readFolder, readTextFile } from '../read-text-file.js';

export const PROMPTS_FOLDER = 'prompts';
const PROMPT_FILE = /^(.+)\.md$/;

/** A prompt is written by hand, and so is their number. */
const MAX_PROMPTS = 200;
const MAX_LENGTH = 128 * 1_024;

/** A first line `---`, YAML, a line `---`, the text. */
const PROMPT = /^---[^\S\n]*\n([\s\S]*?)\n---[^\S\n]*\n([\s\S]*)$/;

/**
 * Reads the prompts of a domain pack, `prompts/<name>.md`: a front matter with `description` and `arguments`, then the
 * text with a placeholder `{argument}` wherever an argument goes. The file's name is the prompt's.
 *
 * @param pack name of the pack's folder, for messages
 * @returns by name, ascending; none where there is no such folder
 * @throws ArbiterError INVALID_REQUEST for a broken prompt, naming file, field and fix; FORBIDDEN when one may not be read
 */
export async function readPrompts(folder: string, pack: string, signal: AbortSignal): Promise<PromptTemplate[]> {
  const names = await promptNames(folder);
  if (names.length > MAX_PROMPTS)
    throw broken(join(pack, PROMPTS_FOLDER), `it holds more than ${MAX_PROMPTS} prompts; keep fewer.`, '');
  const prompts: PromptTemplate[] = [];
  for (const name of names) {
    signal.throwIfAborted();
    prompts.push(await readPrompt(folder, name, pack));
  }
  return prompts;
}

/** The names of a pack's prompts, ascending; none where there is no such folder. */
export async function promptNames(folder: string): Promise<string[]> {
  const files = await readFolder(join(folder, PROMPTS_FOLDER));
  return files.flatMap((file) => PROMPT_FILE.exec(file)?.[1] ?? []).sort(compareCodeUnits);
}

/** One prompt of a pack. @throws ArbiterError as {@link readPrompts} does */
export async function readPrompt(folder: string, name: string, pack = basename(folder)): Promise<PromptTemplate> {
  const path = join(PROMPTS_FOLDER, `${name}.md`);
  return parsePrompt(name, await read(folder, path), join(pack, path));
}

/** A pack reaches nothing outside its folder, whatever links it holds. */
async function read(folder: string, path: string): Promise<string> {
  const shown = join(basename(folder), path);
  try {
    const [root, real] = await Promise.all([realpath(folder), realpath(join(folder, path))]);
    if (!isInside(root, real)) throw broken(shown, 'it is a link that leads out of the pack; put the file there.', '');
    return (await readTextFile(real)) ?? '';
  } catch (error) {
    throw fromFilesystemError(error, shown, 'source');
  }
}

function parsePrompt(name: string, source: string, shown: string): PromptTemplate {
  if (source.length > MAX_LENGTH) throw broken(shown, `it is longer than ${MAX_LENGTH} characters; shorten it.`, '');
  const [, yaml, text] = PROMPT.exec(source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')) ?? [];
  if (yaml === undefined || text === undefined) {
    throw broken(shown, 'it must begin with a front matter: a line "---", a description, a line "---".', '');
  }
  const fields = parseYaml(yaml, shown);
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    throw broken(shown, 'its front matter must name fields, such as "description".', '');
  const parsed = PromptTemplate.safeParse({ ...fields, name, template: text.trim() });
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
  const list = issues.map(({ field, message }) => `${field === '' ? 'the front matter' : `"${field}"`}: ${message}`);
  throw broken(shown, `${list.join('; ')}. Correct it and try again.`, issues[0]?.field ?? '');
}

function parseYaml(yaml: string, shown: string): unknown {
  try {
    const document = parseDocument(yaml, { schema: 'core' });
    const [error] = document.errors;
    if (error) throw error;
    return document.toJS() as unknown;
  } catch (error) {
    // The library's first line says what is wrong and where; the rest draws it.
    const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw broken(shown, `its front matter is not valid YAML: ${line.trim().replace(/[.:]$/, '')}.`, '', error);
  }
}

function broken(file: string, what: string, field: string, cause?: unknown): ArbiterError {
  return new ArbiterError('INVALID_REQUEST', `${file}: ${what}`, { details: { file, field }, cause });
}
