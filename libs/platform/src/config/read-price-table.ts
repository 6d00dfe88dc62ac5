import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ArbiterError, PriceTable } from '@arbiter/contracts';

/** Of the variable, for people. */
const SOURCE = 'MODEL_PRICES';

/**
 * @param setting a price table as JSON, or the path of a file with one, relative to `cwd`; undefined for none
 * @throws ArbiterError INVALID_REQUEST for a file that cannot be read or is no price table, naming the place
 */
export async function readPriceTable(setting: string | undefined, cwd: string): Promise<PriceTable | null> {
  if (setting === undefined) return null;
  const isInline = setting.trimStart().startsWith('{');
  const text = isInline ? setting : await readTable(resolve(cwd, setting));
  const parsed = PriceTable.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue && issue.path.length > 0 ? ` at ${issue.path.join('.')}` : '';
  throw new ArbiterError(
    'INVALID_REQUEST',
    `${SOURCE}: ${isInline ? 'the value' : setting} is no price table${place}: ${issue?.message ?? 'invalid'}. ` +
      'Write {"currency": "USD", "models": {"vendor/model": {"input": 3, "output": 15}}}, per million tokens.',
  );
}

async function readTable(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new ArbiterError('INVALID_REQUEST', `${SOURCE}: there is no file ${path} that can be read.`, { cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
