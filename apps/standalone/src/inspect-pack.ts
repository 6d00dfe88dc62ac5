import { inspectDomainPack, type PackInspection } from '@arbiter/adapters-filesystem';
import { inspectPackCode, loadPackTools, openShippedCode, type ShippedCode } from '@arbiter/adapters-pack-code';
import { shippedToolOf, takenToolNames } from '@arbiter/orchestrator';
import type { PackCode } from '@arbiter/ports';
import { INSTALLED_DOMAINS } from './domain-folders.js';

export interface InspectSettings {
  /** Name of the embedding model; null where it is not known. */
  readonly embeddingModel: string | null;
  /** Whether the code of the pack is run, which finds more than to compile it. */
  readonly runsCode: boolean;
}

/** Everything that is wrong with a pack as it would be used here. @throws ArbiterError as `inspectDomainPack` */
export async function inspectPack(
  folder: string,
  { embeddingModel, runsCode }: InspectSettings,
  signal: AbortSignal,
): Promise<PackInspection> {
  const shipped = await openShippedCode(INSTALLED_DOMAINS);
  const isProvided = (entry: string): boolean => shippedToolOf(entry, shipped) !== undefined;
  const examine = runsCode ? (code: PackCode) => examineByLoading(code, shipped) : inspectPackCode;
  return inspectDomainPack(folder, { embeddingModel, tools: { isProvided, examine } }, signal);
}

async function examineByLoading(code: PackCode, shipped: readonly ShippedCode[]) {
  const loaded = await loadPackTools(code);
  await loaded.close();
  const { tools, problems } = loaded;
  const others = shipped.filter(({ domain }) => domain !== code.domain).flatMap((one) => one.tools);
  const taken = new Set([...takenToolNames(), ...others.flatMap(({ name, aliases }) => [name, ...aliases])]);
  const clashes = tools.flatMap(({ entry, name, aliases }) => {
    const clash = [name, ...aliases].find((one) => taken.has(one));
    for (const one of [name, ...aliases]) taken.add(one);
    const message = `The name "${clash}" is taken by another tool: give it another one.`;
    return clash === undefined ? [] : [{ entry, message, line: null }];
  });
  return [...problems, ...clashes];
}
