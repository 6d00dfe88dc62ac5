import type { OperationClient } from '@arbiter/messaging';
import type { WebClient, WebSearch } from '@arbiter/ports';
import type { BaseMcpTool } from '@arbiter/tool-sdk';
import { DetectHallucinationsTool } from './detect-hallucinations.tool.js';
import { ExpandTool } from './expand.tool.js';
import { FactCheckTool } from './fact-check.tool.js';
import { FetchDocumentTool } from './fetch-document.tool.js';
import { HttpRequestTool } from './http-request.tool.js';
import { HybridSearchTool } from './hybrid-search.tool.js';
import { IngestTool } from './ingest.tool.js';
import { KeywordSearchTool } from './keyword-search.tool.js';
import { ScoreConfidenceTool } from './score-confidence.tool.js';
import { SummarizeTool } from './summarize.tool.js';
import { SynthesizeComparisonTool } from './synthesize-comparison.tool.js';
import { SynthesizeSourcesTool } from './synthesize-sources.tool.js';
import { ValidateTool } from './validate.tool.js';
import { VectorSearchTool } from './vector-search.tool.js';
import { WebSearchTool } from './web-search.tool.js';

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
