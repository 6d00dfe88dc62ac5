import type { OperationClient } from '@arbiter/messaging';
import type { WebClient, WebSearch } from '@arbiter/ports';
import type { BaseMcpTool } from '@arbiter/tool-sdk';
import { DetectHallucinationsTool, ScoreConfidenceTool, ValidateTool } from './checking.tools.js';
import { ExpandTool, FetchDocumentTool } from './document.tools.js';
import { FactCheckTool } from './fact-check.tool.js';
import { ExpandEntitiesTool, PreviewEntitiesTool } from './graph/expansion.tools.js';
import { FindPathTool, ListChangesTool } from './graph/relation.tools.js';
import { HttpRequestTool, WebSearchTool } from './web.tools.js';
import { HybridSearchTool, KeywordSearchTool, VectorSearchTool } from './search.tools.js';
import { IngestTool } from './ingest.tool.js';
import { SummarizeTool } from './summarize.tool.js';
import { SynthesizeComparisonTool, SynthesizeSourcesTool } from './synthesis.tools.js';
import { VisualInterpretationTool, VisualSearchTool } from './visual.tools.js';
import { ArbiterError } from '@arbiter/contracts';

/** Ports of the built-in tools. */
export interface ToolPorts {
  /** Reaches the arms that do the work. */
  readonly client: OperationClient;
  /** Null where no search engine is set. */
  readonly webSearch: WebSearch | null;
  readonly web: WebClient;
}

export interface ToolSettings {
  /** Whether a tool may put documents into the library. */
  readonly mayIngest: boolean;
}

/** The tools that come with the software, but for the one that answers, which the agent makes for each run. */
export function createTools({ client, webSearch, web }: ToolPorts, { mayIngest }: ToolSettings): BaseMcpTool[] {
  return [
    new HybridSearchTool(client),
    new VectorSearchTool(client),
    new KeywordSearchTool(client),
    new VisualSearchTool(client),
    new VisualInterpretationTool(client),
    new FetchDocumentTool(client),
    new ExpandTool(client),
    new PreviewEntitiesTool(client),
    new ExpandEntitiesTool(client),
    new FindPathTool(client),
    new ListChangesTool(client),
    new ValidateTool(client),
    new FactCheckTool(client),
    new DetectHallucinationsTool(client),
    new ScoreConfidenceTool(client),
    new SynthesizeComparisonTool(client),
    new SynthesizeSourcesTool(client),
    new SummarizeTool(client),
    new IngestTool(client, mayIngest),
    new WebSearchTool(webSearch),
    new HttpRequestTool(web),
  ];
}

/** The tool that answers is made for each run and stands in no list. */
const ANSWERING = ['text-response', 'text_response'];

const nothing = () => Promise.reject(new ArbiterError('FORBIDDEN', 'Nothing is running.'));
/** Ports of tools that are never run. */
const NOBODY = { request: nothing, read: nothing, allowedHosts: [] } as never;

/** Names and aliases of the built-in tools: a tool of a pack has others. */
export function takenToolNames(): ReadonlySet<string> {
  const tools = createTools({ client: NOBODY, webSearch: null, web: NOBODY }, { mayIngest: false });
  return new Set([...ANSWERING, ...tools.flatMap(({ name, aliases }) => [name, ...aliases])]);
}
