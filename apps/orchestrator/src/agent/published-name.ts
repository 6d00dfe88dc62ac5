import type { BaseMcpTool } from '@arbiter/tool-sdk';

/** How a tool is called on the published stream: by its published name where it has one. */
export function publishedName({ name, aliases }: Pick<BaseMcpTool, 'name' | 'aliases'>): string {
  return aliases[0] ?? name;
}
