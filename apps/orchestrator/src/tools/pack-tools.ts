import { isInside } from '@arbiter/adapters-filesystem';
import type { LoadedPackCode, LoadedPackTool } from '@arbiter/adapters-pack-code';
import type { DomainPack, PackCode } from '@arbiter/ports';

/** A tool that a pack brings along. */
export interface PackToolGrant {
  readonly tool: LoadedPackTool;
  /** Of its domain. */
  readonly collections: ReadonlySet<string>;
}

/** A tool that a pack names and nobody can use. */
export interface MissingPackTool {
  readonly domain: string;
  /** As `tools.custom` names it. */
  readonly entry: string;
  readonly reason: string;
}

export interface PackTools {
  readonly granted: readonly PackToolGrant[];
  readonly missing: readonly MissingPackTool[];
  close(): Promise<void>;
}

export interface PackToolSettings {
  /** Whether code of packs runs that did not come with Arbiter. */
  readonly allowed: boolean;
  /** The packs that came with it: absolute, without links. */
  readonly shipped: string;
  readonly load: (code: PackCode) => Promise<LoadedPackCode>;
}

/** Loads the code of the packs, as far as it may run; the rest is told. */
export async function openPackTools(
  packs: readonly Pick<DomainPack, 'collections' | 'code'>[],
  { allowed, shipped, load }: PackToolSettings,
): Promise<PackTools> {
  const granted: PackToolGrant[] = [];
  const missing: MissingPackTool[] = [];
  const opened: LoadedPackCode[] = [];
  for (const { code, collections } of packs) {
    if (!code) continue;
    const { domain, modules } = code;
    if (!allowed && !isInside(shipped, code.folder)) {
      missing.push(...modules.map(({ entry }) => ({ domain, entry, reason: NOT_ALLOWED })));
      continue;
    }
    const loaded = await load(code);
    opened.push(loaded);
    granted.push(...loaded.tools.map((tool) => ({ tool, collections: new Set(collections) })));
    missing.push(...loaded.problems.map(({ entry, message: reason }) => ({ domain, entry, reason })));
  }
  return {
    granted,
    missing,
    close: async () => {
      for (const one of opened) await one.close();
    },
  };
}

const NOT_ALLOWED = 'code of packs runs only with --allow-pack-code, or ARBITER_ALLOW_PACK_CODE=true';

/** Those whose names nobody else has: the first to claim one keeps it. */
export function withFreeNames(granted: readonly PackToolGrant[], taken: Iterable<string>): readonly PackToolGrant[] {
  const names = new Set(taken);
  return granted.filter(({ tool: { name, aliases } }) => {
    const own = [name, ...aliases];
    if (own.some((one) => names.has(one))) return false;
    for (const one of own) names.add(one);
    return true;
  });
}
