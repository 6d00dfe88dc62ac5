import { ArbiterError } from '@arbiter/contracts';
import { ROSTER_TOOLS } from '@arbiter/warhammer-40k-tools';
import type { BaseMcpTool } from '@arbiter/tool-sdk';
import { createTools } from './create-tools.js';

/** The tool that answers is made for each run and stands in no list. */
const ANSWERING = ['text-response', 'text_response'];

const nothing = () => Promise.reject(new ArbiterError('FORBIDDEN', 'Nothing is running.'));
/** What tools are made with that are never run. */
const NOBODY = { request: nothing, read: nothing, allowedHosts: [] } as never;

/** Names and aliases of all tools that come with Arbiter: a tool of a pack has others. */
export function takenToolNames(): ReadonlySet<string> {
  const tools: BaseMcpTool[] = [
    ...createTools({ client: NOBODY, webSearch: null, web: NOBODY }, { mayIngest: false }),
    ...Object.values(ROSTER_TOOLS).map((create) => create({ operations: NOBODY, lists: { build: nothing } })),
  ];
  return new Set([...ANSWERING, ...tools.flatMap(({ name, aliases }) => [name, ...aliases])]);
}
