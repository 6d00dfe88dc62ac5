import { Controller, Inject } from '@nestjs/common';
import { asksForExtras, passageOf, search, type SearchRequest, type SearchResponse } from '@arbiter/contracts';
import { HandlesOperation, OperationCtx, OperationPayload, type OperationContext } from '@arbiter/messaging';
import { ExtractiveSynthesizer } from '../synthesis/extractive-synthesizer.js';
import { citeBySource } from '../synthesis/cite-by-source.js';
import { SearchService } from './search.service.js';

@Controller()
export class SearchController {
  constructor(
    @Inject(SearchService) private readonly service: SearchService,
    @Inject(ExtractiveSynthesizer) private readonly synthesizer: ExtractiveSynthesizer,
  ) {}

  @HandlesOperation(search)
  async search(
    @OperationPayload() request: SearchRequest,
    @OperationCtx() { signal }: OperationContext,
  ): Promise<SearchResponse> {
    const { results, degraded } = await this.service.search(request, signal);
    const answer =
      request.include_synthesis !== false && results.length > 0
        ? await this.synthesizer.synthesize({ query: request.query, passages: results.map(passageOf) }, signal)
        : null;
    const cited = citeBySource(answer, results);
    return {
      results: [...results],
      query: request.query,
      method_used: request.method,
      total_results: results.length,
      synthesis: cited.synthesis,
      citations: request.include_citations ? cited.sources : [],
      ...(asksForExtras(request) && { degraded: [...degraded] }),
    };
  }
}
