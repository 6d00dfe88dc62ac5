import type { LoadedPackCode, LoadedPackTool, ShippedCode } from '@arbiter/adapters-pack-code';
import type { Principal } from '@arbiter/contracts';
import { toolModuleOf, type DomainPack, type PackCode } from '@arbiter/ports';
import { type NamedPack, reachesPack } from '../access/reaches-pack.js';

/** A tool of a pack, and all packs that name it. */
export interface PackToolGrant {
  readonly tool: LoadedPackTool;
  readonly packs: readonly NamedPack[];
}

/** A tool that a pack names but that cannot be used. */
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
  /** The code that came with it. */
  readonly shipped: readonly ShippedCode[];
  readonly load: (code: PackCode) => Promise<LoadedPackCode>;
}

type InstalledPack = Pick<DomainPack, 'collections' | 'code'> & {
  readonly config: Pick<DomainPack['config'], 'domain' | 'tools'>;
};

/** Grants packs the tools that they name: those of their own code as far as it may run, and those that came with Arbiter. */
export async function openPackTools(
  packs: readonly InstalledPack[],
  { allowed, shipped, load }: PackToolSettings,
): Promise<PackTools> {
  const granted = new Map<LoadedPackTool, NamedPack[]>();
  const missing: MissingPackTool[] = [];
  const opened: LoadedPackCode[] = [...shipped];
  for (const { config, code, collections } of packs) {
    const { domain, tools } = config;
    const loaded = code && (await codeOf(code, allowed, shipped, load));
    if (loaded && !opened.includes(loaded)) opened.push(loaded);
    for (const entry of tools.custom) {
      const tool = toolModuleOf(entry)
        ? loaded?.tools.find((one) => one.entry === entry)
        : shippedToolOf(entry, shipped);
      if (tool) granted.set(tool, [...(granted.get(tool) ?? []), { domain, collections }]);
      else missing.push({ domain, entry, reason: reasonAgainst(entry, domain, loaded, shipped) });
    }
  }
  return {
    granted: [...granted].map(([tool, named]) => ({ tool, packs: named })),
    missing,
    close: async () => {
      for (const one of opened) await one.close();
    },
  };
}

/** @returns undefined where it may not run */
async function codeOf(
  code: PackCode,
  allowed: boolean,
  shipped: readonly ShippedCode[],
  load: PackToolSettings['load'],
): Promise<LoadedPackCode | undefined> {
  for (const one of shipped) if (await one.matches(code)) return one;
  return allowed ? load(code) : undefined;
}

/** The tool that came with Arbiter, by the name of its class in the forms in which packs write it. */
export function shippedToolOf(entry: string, shipped: readonly ShippedCode[]): LoadedPackTool | undefined {
  const wanted = plainName(entry);
  return shipped
    .flatMap(({ tools }) => tools)
    .find((tool) => plainName(toolModuleOf(tool.entry)?.exportName ?? '') === wanted);
}

/** `DayCounterTool`, `DayCounter`, `day-counter` and `day_counter` are one. */
function plainName(entry: string): string {
  return entry
    .replace(/[-_]?tool$/i, '')
    .replace(/[-_]/g, '')
    .toLowerCase();
}

function reasonAgainst(
  entry: string,
  domain: string,
  loaded: LoadedPackCode | undefined,
  shipped: readonly ShippedCode[],
): string {
  if (!toolModuleOf(entry)) return 'nothing here provides it';
  const problem = loaded?.problems.find((one) => one.entry === entry);
  if (problem) return problem.message;
  return shipped.some((one) => one.domain === domain) ? `${CHANGED}: ${NOT_ALLOWED}` : NOT_ALLOWED;
}

const CHANGED = 'its code is not the code that came with Arbiter';
const NOT_ALLOWED = 'code of packs runs only with --allow-pack-code, or ARBITER_ALLOW_PACK_CODE=true';

/** Tools of the packs that a caller may use, each with those packs alone. */
export function grantedTo(principal: Principal | null, granted: readonly PackToolGrant[]): readonly PackToolGrant[] {
  return granted.flatMap(({ tool, packs }) => {
    const reached = packs.filter((pack) => reachesPack(principal, pack));
    return reached.length === 0 ? [] : [{ tool, packs: reached }];
  });
}

/** Tools with a unique name: the first tool to claim a name keeps it. */
export function withFreeNames(granted: readonly PackToolGrant[], taken: Iterable<string>): readonly PackToolGrant[] {
  const names = new Set(taken);
  return granted.filter(({ tool: { name, aliases } }) => {
    const own = [name, ...aliases];
    if (own.some((one) => names.has(one))) return false;
    for (const one of own) names.add(one);
    return true;
  });
}
