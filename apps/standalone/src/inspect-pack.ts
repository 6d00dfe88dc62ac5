import { inspectDomainPack, type PackInspection } from '@arbiter/adapters-filesystem';
import { inspectPackCode, loadPackTools } from '@arbiter/adapters-pack-code';
import { takenToolNames, toolClassOf } from '@arbiter/orchestrator';
import type { PackCode } from '@arbiter/ports';

export interface InspectSettings {
  /** Name of the embedding model; null where it is not known. */
  readonly embeddingModel: string | null;
  /** Whether the code of the pack is run, which finds more than to compile it. */
  readonly runsCode: boolean;
}

/** Everything that is wrong with a pack as it would be used here. @throws ArbiterError as `inspectDomainPack` */
export function inspectPack(
  folder: string,
  { embeddingModel, runsCode }: InspectSettings,
  signal: AbortSignal,
): Promise<PackInspection> {
  const isProvided = (entry: string): boolean => toolClassOf(entry) !== null;
  return inspectDomainPack(
    folder,
    { embeddingModel, tools: { isProvided, examine: runsCode ? examineByLoading : inspectPackCode } },
    signal,
  );
}

async function examineByLoading(code: PackCode) {
  const loaded = await loadPackTools(code);
  await loaded.close();
  const { tools, problems } = loaded;
  const taken = new Set(takenToolNames());
  const clashes = tools.flatMap(({ entry, name, aliases }) => {
    const clash = [name, ...aliases].find((one) => taken.has(one));
    for (const one of [name, ...aliases]) taken.add(one);
    const message = `The name "${clash}" is taken by another tool: give it another one.`;
    return clash === undefined ? [] : [{ entry, message, line: null }];
  });
  return [...problems, ...clashes];
}
