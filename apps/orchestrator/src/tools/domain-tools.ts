import type { OperationClient } from '@arbiter/messaging';
import type { DomainPack } from '@arbiter/ports';
import { ROSTER_TOOLS } from '@arbiter/roster-tools';
import type { BaseMcpTool } from '@arbiter/tool-sdk';
import { DomainTool } from './domain.tool.js';

/** A tool that packs ask for. */
export interface DomainToolGrant {
  /** As `tools.custom` names it: the class. */
  readonly toolClass: string;
  /** Of all domains that ask for it. */
  readonly collections: ReadonlySet<string>;
}

/** What the packs ask for, each tool once. */
export function domainToolGrants(packs: readonly Pick<DomainPack, 'config' | 'collections'>[]): DomainToolGrant[] {
  const grants = new Map<string, Set<string>>();
  for (const { config, collections } of packs) {
    for (const toolClass of config.tools.custom) {
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
export function createDomainTools(client: OperationClient, grants: readonly DomainToolGrant[]): BaseMcpTool[] {
  return grants.flatMap(({ toolClass, collections }) => {
    const create = Object.hasOwn(ROSTER_TOOLS, toolClass) ? ROSTER_TOOLS[toolClass] : undefined;
    return create ? [new DomainTool(create(client), collections)] : [];
  });
}
