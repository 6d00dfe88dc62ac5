import type { OperationClient } from '@arbiter/messaging';
import { toolModuleOf, type DomainPack } from '@arbiter/ports';
import { ROSTER_TOOLS, type ListBuilding } from '@arbiter/warhammer-40k-tools';
import type { BaseMcpTool } from '@arbiter/tool-sdk';
import { DomainTool } from './domain.tool.js';

/** A tool that packs ask for. */
export interface DomainToolGrant {
  /** As `tools.custom` names it: the class. */
  readonly toolClass: string;
  /** Of all domains that ask for it. */
  readonly collections: ReadonlySet<string>;
}

/** The classes that come with Arbiter, by their published names in the forms in which packs write them. */
const CLASSES: ReadonlyMap<string, string> = new Map(Object.keys(ROSTER_TOOLS).map((name) => [plainName(name), name]));

/** `PointsCalculatorTool`, `PointsCalculator`, `points-calculator` and `points_calculator` are one. */
function plainName(entry: string): string {
  return entry
    .replace(/[-_]?tool$/i, '')
    .replace(/[-_]/g, '')
    .toLowerCase();
}

/** The class of a tool that comes with Arbiter; null where there is none of that name. */
export function toolClassOf(entry: string): string | null {
  return CLASSES.get(plainName(entry)) ?? null;
}

/** What the packs ask for, each tool once. */
export function domainToolGrants(packs: readonly Pick<DomainPack, 'config' | 'collections'>[]): DomainToolGrant[] {
  const grants = new Map<string, Set<string>>();
  for (const { config, collections } of packs) {
    for (const entry of config.tools.custom) {
      // Code of the pack itself.
      if (toolModuleOf(entry)) continue;
      const toolClass = toolClassOf(entry) ?? entry;
      const granted = grants.get(toolClass) ?? new Set();
      grants.set(toolClass, granted);
      for (const collection of collections) granted.add(collection);
    }
  }
  return [...grants].map(([toolClass, collections]) => ({ toolClass, collections }));
}

/** Classes that are asked for and that nothing here provides. */
export function unknownToolClasses(grants: readonly DomainToolGrant[]): string[] {
  return grants.flatMap(({ toolClass }) => (Object.hasOwn(ROSTER_TOOLS, toolClass) ? [] : [toolClass]));
}

/** The tools of the domains, for one run. */
export function createDomainTools(
  client: OperationClient,
  grants: readonly DomainToolGrant[],
  lists: ListBuilding,
): BaseMcpTool[] {
  return grants.flatMap(({ toolClass, collections }) => {
    const create = Object.hasOwn(ROSTER_TOOLS, toolClass) ? ROSTER_TOOLS[toolClass] : undefined;
    return create ? [new DomainTool(create({ operations: client, lists }), collections)] : [];
  });
}
