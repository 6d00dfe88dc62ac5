import { type OperationInput, type OperationOutput, searchPages } from '@arbiter/contracts';
import { HandlesOperation, type OperationContext } from '@arbiter/messaging';
import type { Clock } from '@arbiter/ports';
import { Controller, Inject } from '@nestjs/common';
import { timeBudgetUntil } from '../calls/time-budget.js';
import { CLOCK } from '../retriever-arm.tokens.js';
import { PageSearch } from './page-search.js';

/** Finds pages of documents. */
@Controller()
export class PageSearchController {
  constructor(
    @Inject(PageSearch) private readonly pages: PageSearch,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @HandlesOperation(searchPages)
  search(
    query: OperationInput<typeof searchPages>,
    { signal, deadline, principal }: OperationContext,
  ): Promise<OperationOutput<typeof searchPages>> {
    return this.pages.find(query, principal, { signal, time: timeBudgetUntil(deadline, this.clock) });
  }
}
