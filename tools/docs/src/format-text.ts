import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { format, type FormatConfig } from 'oxfmt';
import { REPOSITORY } from './repository-files.js';

const OPTIONS = JSON.parse(readFileSync(join(REPOSITORY, '.oxfmtrc.json'), 'utf8')) as FormatConfig;

/**
 * Formatted like everything else here, or the check of the format would want it changed.
 *
 * @throws Error for a text that cannot be read
 */
export async function formatText(text: string, name: 'page.md' | 'module.ts'): Promise<string> {
  const { code, errors } = await format(name, text, OPTIONS);
  const [error] = errors;
  if (error) throw new Error(error.message);
  return code;
}
