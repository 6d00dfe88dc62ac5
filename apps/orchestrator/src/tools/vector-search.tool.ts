import { SearchTool } from './search.tool.js';

export class VectorSearchTool extends SearchTool {
  readonly name = 'vector-search';
  override readonly aliases = ['fast_vector_search', 'vector_search'];
  readonly description =
    'Finds passages by meaning, however they word it. Use it for questions about ideas, reasons and descriptions that name nothing in particular.';
  protected readonly method = 'vector';
  protected readonly suggestion = 'Try keyword-search with names from the question, or broader terms.';
}
