import { ANSWER_APP_META } from '../app/answer-app.js';
import type { CallOptions, OperationCaller } from '../operation-calls.js';
import { domainTools } from './domain-tools.js';
import type { McpTool } from './mcp-tool.js';
import { sharedTools, TOOLS } from './tool-catalog.js';

export interface ToolSources {
  readonly caller: OperationCaller;
  /** Whether clients may change the library. */
  readonly mayIngest: boolean;
  /** Told why tools of domains are missing. */
  readonly onError: (error: unknown) => void;
}

const TAKEN: ReadonlySet<string> = new Set(TOOLS.map(({ name }) => name));

/** The tool of a domain, as far as the caller reaches one that has documents. */
export async function domainToolOf(
  name: string,
  caller: OperationCaller,
  options: CallOptions,
): Promise<McpTool | undefined> {
  return TAKEN.has(name) ? undefined : (await domainTools(TAKEN, caller, options)).find((tool) => tool.name === name);
}

/** All tools that a caller is offered. Those of domains are left out where they cannot be asked for. */
export async function offeredTools(sources: ToolSources, options: CallOptions): Promise<readonly McpTool[]> {
  return [...sharedTools(sources.mayIngest), ...(await toolsOfDomains(sources, options))];
}

function toolsOfDomains({ caller, onError }: ToolSources, options: CallOptions): Promise<readonly McpTool[]> {
  return domainTools(TAKEN, caller, options).catch((error: unknown) => {
    onError(error);
    return [];
  });
}

/** What a client is told of a tool. */
export function shownTool({ run: _, ...shown }: McpTool): Omit<McpTool, 'run'> {
  return { ...shown, ...(DRAWN.has(shown.name) && { _meta: ANSWER_APP_META }) };
}

/** Their results are answers, which a host may draw. */
const DRAWN: ReadonlySet<string> = new Set(['query', 'agentic-search', 'read-answer']);

const encoder = new TextEncoder();

/** Lists that are kept as bytes: one of each set of domains that callers reach. */
const MAX_KEPT = 32;
const KEPT = new Map<string, Uint8Array>();
const SHARED = new Map([true, false].map((mayIngest) => [mayIngest, sharedTools(mayIngest).map(shownTool)]));

/** The result of `tools/list` as JSON, one and the same bytes for all who are offered the same: it has some 30 KB. */
export async function serialisedToolList(sources: ToolSources, options: CallOptions): Promise<Uint8Array> {
  const own = (await toolsOfDomains(sources, options)).map(shownTool);
  const key = `${sources.mayIngest} ${JSON.stringify(own)}`;
  const known = KEPT.get(key);
  if (known) return known;
  const made = encoder.encode(JSON.stringify({ tools: [...(SHARED.get(sources.mayIngest) ?? []), ...own] }));
  const [oldest] = KEPT.keys();
  if (KEPT.size >= MAX_KEPT && oldest !== undefined) KEPT.delete(oldest);
  KEPT.set(key, made);
  return made;
}
