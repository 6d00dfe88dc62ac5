import { SearchTool } from './search.tool.js';

export class KeywordSearchTool extends SearchTool {
  readonly name = 'keyword-search';
  override readonly aliases = ['keyword_search'];
  readonly description = 'Finds passages by their words. Use it for names, numbers, codes and exact terms.';
  protected readonly method = 'keyword';
  protected readonly suggestion = 'Try vector-search, which also finds other words for the same, or fewer terms.';
}
