import { ANSWER_APP_META } from '../app/answer-app.js';
import { Library } from '../library.js';
import type { CallOptions, OperationCaller } from '../operation-calls.js';
import { domainTools } from './domain-tools.js';
import type { McpTool } from './mcp-tool.js';
import { sharedTools, TOOLS } from './tool-catalog.js';

export interface ToolSources {
  readonly caller: OperationCaller;
  /** Whether clients may change the library: put documents into it and delete them. */
  readonly mayIngest: boolean;
  /** Where people reach the console, without a slash at its end; absent: results hold no links into it. */
  readonly publicUrl?: string | undefined;
  /** Told what clients are not: errors that are not ours, and why tools of domains are missing. */
  readonly onError: (error: unknown) => void;
}

const TAKEN: ReadonlySet<string> = new Set(TOOLS.map(({ name }) => name));

/** The tool of a domain, as far as the caller reaches one that has documents. */
export async function domainToolOf(name: string, library: Library): Promise<McpTool | undefined> {
  return TAKEN.has(name) ? undefined : (await domainTools(TAKEN, library)).find((tool) => tool.name === name);
}

/** All tools that a caller is offered, as it is told of them. Those of domains are left out where they cannot be asked for. */
export async function offeredTools(sources: ToolSources, options: CallOptions): Promise<readonly ShownTool[]> {
  return [...(SHARED.get(sources.mayIngest) ?? []), ...(await toolsOfDomains(sources, options))];
}

function toolsOfDomains({ caller, onError }: ToolSources, options: CallOptions): Promise<readonly ShownTool[]> {
  return domainTools(TAKEN, new Library(caller, options)).then(
    (tools) => tools.map(shownTool),
    (error: unknown) => {
      onError(error);
      return [];
    },
  );
}

type ShownTool = Omit<McpTool, 'run'>;

/** Their results are answers, which a host may draw. */
const DRAWN: ReadonlySet<string> = new Set(['query', 'agentic-search', 'read-answer']);

function shownTool({ run: _, ...shown }: McpTool): ShownTool {
  return { ...shown, ...(DRAWN.has(shown.name) && { _meta: ANSWER_APP_META }) };
}

const encoder = new TextEncoder();

/** Lists that are kept as bytes: one of each set of domains that callers reach. */
const MAX_KEPT = 32;
const KEPT = new Map<string, Uint8Array>();
const SHARED = new Map([true, false].map((mayIngest) => [mayIngest, sharedTools(mayIngest).map(shownTool)]));

/** The result of `tools/list` as JSON, one and the same bytes for all who are offered the same: it has some 30 KB. */
export async function serialisedToolList(sources: ToolSources, options: CallOptions): Promise<Uint8Array> {
  const own = await toolsOfDomains(sources, options);
  const key = `${sources.mayIngest} ${JSON.stringify(own)}`;
  const known = KEPT.get(key);
  if (known) return known;
  const made = encoder.encode(JSON.stringify({ tools: [...(SHARED.get(sources.mayIngest) ?? []), ...own] }));
  const [oldest] = KEPT.keys();
  if (KEPT.size >= MAX_KEPT && oldest !== undefined) KEPT.delete(oldest);
  KEPT.set(key, made);
  return made;
}
