import type { DomainConfig } from '@arbiter/contracts';
import { toolModuleOf, type PackCode } from '@arbiter/ports';
import { findPackCode, TOOLS_FOLDER } from '../read-pack-code.js';
import type { InspectedJson } from './inspect-json.js';
import type { PackFinding } from './pack-finding.js';

/** What the tools of a pack will be used with. */
export interface ToolSurroundings {
  /** Whether an entry of `tools.custom` is a tool that comes with Arbiter. */
  readonly isProvided: (entry: string) => boolean;
  /** What is wrong with the code of a pack; lines from 1, in the file of the entry. */
  readonly examine: (
    code: PackCode,
  ) => Promise<readonly { readonly entry: string; readonly message: string; readonly line: number | null }[]>;
}

type ReadConfig = InspectedJson<DomainConfig> & { readonly value: DomainConfig };

/** Everything that is wrong with `tools.custom` and with what it names. */
export async function inspectTools(
  root: string,
  configFile: string,
  { value, placeOf }: ReadConfig,
  surroundings: ToolSurroundings | undefined,
): Promise<PackFinding[]> {
  const { custom } = value.tools;
  const at = (index: number) => {
    const path = ['tools', 'custom', index];
    return { file: configFile, ...placeOf(path), field: path.join('.') };
  };
  const { code, faults } = await findPackCode(root, value);
  const findings = faults.map(({ index, ...said }): PackFinding => ({ severity: 'error', ...at(index), ...said }));
  for (const [index, entry] of custom.entries()) {
    if (!surroundings || toolModuleOf(entry) || surroundings.isProvided(entry)) continue;
    const problem = `No tool that comes with Arbiter is called "${entry}": the pack works without it.`;
    const fix = `Correct the name, or name code of the pack by its file in ${TOOLS_FOLDER}/, such as "dice.ts#DiceTool".`;
    findings.push({ severity: 'warning', ...at(index), problem, fix });
  }
  const problems = code && surroundings ? await surroundings.examine(code) : [];
  for (const { entry, message, line } of problems) {
    const place = at(custom.indexOf(entry));
    const { file = '' } = toolModuleOf(entry) ?? {};
    const inCode = { ...place, file: `${TOOLS_FOLDER}/${file}`, line, column: null };
    const fix = 'Correct the module; until then the pack works without the tool.';
    findings.push({ severity: 'error', ...(line === null ? place : inCode), problem: message, fix });
  }
  return findings;
}
