import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { ArbiterError, type DomainConfig } from '@arbiter/contracts';
import { type PackCode, type PackParserModule, type PackToolModule, toolModuleOf } from '@arbiter/ports';
import { fromFilesystemError } from '../filesystem-error.js';
import { isInside } from '../paths.js';
import { nullWhenMissing } from '../read-text-file.js';

export const TOOLS_FOLDER = 'tools';

/** A plain path: no hidden file, no `..`. */
const PLAIN = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*$/;

/** What is wrong with an entry of `tools.custom` or a parser of `ingestion.parsers`. */
export interface ModuleFault {
  /** Of the entry in `config.json`. */
  readonly path: readonly (string | number)[];
  readonly problem: string;
  readonly fix: string;
}

type CodeConfig = Pick<DomainConfig, 'domain' | 'tools' | 'ingestion'>;

/** Every entry that names a tool or a parser, and where it stands in `config.json`. */
export function moduleEntries({ tools, ingestion }: CodeConfig) {
  return [
    ...tools.custom.map((entry, index) => ({ entry, path: ['tools', 'custom', index], parser: null })),
    ...Object.entries(ingestion.parsers).flatMap(([name, parser]) =>
      typeof parser === 'boolean'
        ? []
        : [{ entry: parser.module, path: ['ingestion', 'parsers', name, 'module'], parser: { ...parser, name } }],
    ),
  ];
}

/** The code that a pack names, as far as it is there, and what is wrong with the rest. None of it is read. */
export async function findPackCode(
  folder: string,
  config: CodeConfig,
): Promise<{ readonly code: PackCode | undefined; readonly faults: readonly ModuleFault[] }> {
  const faults: ModuleFault[] = [];
  const modules: PackToolModule[] = [];
  const parsers: PackParserModule[] = [];
  const [pack, toolsFolder] = await Promise.all([realOf(folder), realOf(join(folder, TOOLS_FOLDER))]);
  for (const { entry, path, parser } of moduleEntries(config)) {
    const module = toolModuleOf(entry);
    // A tool may be one that comes with the software.
    if (!module && !parser) continue;
    const fault = await faultOf(module?.file ?? entry, pack, toolsFolder);
    if (!module || fault) faults.push({ path, ...(fault ?? noModule(entry)) });
    else if (parser) {
      const { name, mediaType, extensions } = parser;
      parsers.push({ ...module, name, mediaType, extensions });
    } else modules.push(module);
  }
  const isEmpty = modules.length + parsers.length === 0;
  return {
    code:
      toolsFolder === null || isEmpty ? undefined : { domain: config.domain, folder: toolsFolder, modules, parsers },
    faults,
  };
}

/** @throws ArbiterError INVALID_REQUEST for an entry that names no module of the pack */
export async function readPackCode(folder: string, shown: string, config: CodeConfig): Promise<PackCode | undefined> {
  const { code, faults } = await findPackCode(folder, config);
  const [fault] = faults;
  if (!fault) return code;
  const field = fault.path.join('.');
  throw new ArbiterError('INVALID_REQUEST', `${shown}: "${field}": ${fault.problem} ${fault.fix}`, {
    details: { file: shown, field },
  });
}

const fix = `Put the module into ${TOOLS_FOLDER}/ and name it by its path there, such as "dice.ts#DiceTool".`;

function noModule(entry: string) {
  return { problem: `"${entry}" is no module.`, fix };
}

async function faultOf(file: string, pack: string | null, tools: string | null) {
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
