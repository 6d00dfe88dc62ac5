import { ArbiterError } from '@arbiter/contracts';
import { createTools } from './create-tools.js';

/** The tool that answers is made for each run and stands in no list. */
const ANSWERING = ['text-response', 'text_response'];

const nothing = () => Promise.reject(new ArbiterError('FORBIDDEN', 'Nothing is running.'));
/** What tools are made with that are never run. */
const NOBODY = { request: nothing, read: nothing, allowedHosts: [] } as never;

/** Names and aliases of the built-in tools: a tool of a pack has others. */
export function takenToolNames(): ReadonlySet<string> {
  const tools = createTools({ client: NOBODY, webSearch: null, web: NOBODY }, { mayIngest: false });
  return new Set([...ANSWERING, ...tools.flatMap(({ name, aliases }) => [name, ...aliases])]);
}
