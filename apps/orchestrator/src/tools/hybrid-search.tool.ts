import { SearchTool } from './search.tool.js';

export class HybridSearchTool extends SearchTool {
  readonly name = 'hybrid-search';
  override readonly aliases = ['hybrid_search'];
  readonly description =
    'Finds passages by words and by meaning, and puts the best of both first. The search that misses least: use it unless there is a reason for another.';
  protected readonly method = 'hybrid';
  protected readonly suggestion = 'Try broader terms: fewer words, or only the names in the question.';
}
