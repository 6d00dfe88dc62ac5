import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { ArbiterError, type DomainConfig } from '@arbiter/contracts';
import { type PackCode, toolModuleOf } from '@arbiter/ports';
import { fromFilesystemError } from '../filesystem-error.js';
import { isInside } from '../paths.js';
import { nullWhenMissing } from '../read-text-file.js';

export const TOOLS_FOLDER = 'tools';

/** A plain path: no hidden file, no `..`. */
const PLAIN = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*$/;

/** What is wrong with an entry of `tools.custom`. */
export interface ToolEntryFault {
  readonly index: number;
  readonly problem: string;
  readonly fix: string;
}

/** The code that a pack names, as far as it is there, and what is wrong with the rest. None of it is read. */
export async function findPackCode(
  folder: string,
  { domain, tools }: Pick<DomainConfig, 'domain' | 'tools'>,
): Promise<{ readonly code: PackCode | undefined; readonly faults: readonly ToolEntryFault[] }> {
  const named = tools.custom.map((entry, index) => ({ index, module: toolModuleOf(entry) }));
  const faults: ToolEntryFault[] = [];
  const modules = [];
  const [pack, toolsFolder] = await Promise.all([realOf(folder), realOf(join(folder, TOOLS_FOLDER))]);
  for (const { index, module } of named) {
    if (!module) continue;
    const fault = await faultOf(module.file, pack, toolsFolder);
    if (fault) faults.push({ index, ...fault });
    else modules.push(module);
  }
  return {
    code: toolsFolder !== null && modules.length > 0 ? { domain, folder: toolsFolder, modules } : undefined,
    faults,
  };
}

/** @throws ArbiterError INVALID_REQUEST for an entry of `tools.custom` that names no module of the pack */
export async function readPackCode(
  folder: string,
  shown: string,
  config: Pick<DomainConfig, 'domain' | 'tools'>,
): Promise<PackCode | undefined> {
  const { code, faults } = await findPackCode(folder, config);
  const [fault] = faults;
  if (!fault) return code;
  const field = `tools.custom.${fault.index}`;
  throw new ArbiterError('INVALID_REQUEST', `${shown}: "${field}": ${fault.problem} ${fault.fix}`, {
    details: { file: shown, field },
  });
}

async function faultOf(file: string, pack: string | null, tools: string | null) {
  const fix = `Put the module into ${TOOLS_FOLDER}/ and name it by its path there, such as "dice.ts#DiceTool".`;
  if (!PLAIN.test(file)) return { problem: `"${file}" is no plain path inside ${TOOLS_FOLDER}/.`, fix };
  const real = tools === null ? null : await realOf(join(tools, file));
  if (real === null) return { problem: `There is no ${TOOLS_FOLDER}/${file}.`, fix };
  const isWithin = pack !== null && tools !== null && isInside(pack, tools) && isInside(tools, real);
  return isWithin ? null : { problem: `${TOOLS_FOLDER}/${file} leads out of the pack.`, fix };
}

/** Without links; null where there is nothing. */
async function realOf(path: string): Promise<string | null> {
  try {
    return await nullWhenMissing(() => realpath(path));
  } catch (error) {
    throw fromFilesystemError(error, TOOLS_FOLDER, 'source');
  }
}
