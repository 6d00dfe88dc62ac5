import type { OperationClient } from '@arbiter/messaging';
import type { WebClient, WebSearch } from '@arbiter/ports';
import type { BaseMcpTool } from '@arbiter/tool-sdk';
import { DetectHallucinationsTool, ScoreConfidenceTool, ValidateTool } from './checking.tools.js';
import { ExpandTool, FetchDocumentTool } from './document.tools.js';
import { FactCheckTool } from './fact-check.tool.js';
import { HttpRequestTool, WebSearchTool } from './web.tools.js';
import { HybridSearchTool, KeywordSearchTool, VectorSearchTool } from './search.tools.js';
import { IngestTool } from './ingest.tool.js';
import { SummarizeTool } from './summarize.tool.js';
import { SynthesizeComparisonTool, SynthesizeSourcesTool } from './synthesis.tools.js';

/** What the built-in tools work with. */
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
    new FetchDocumentTool(client),
    new ExpandTool(client),
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
