import { listTools, runPlan, type OperationInput, type OperationOutput, type PlanStepEvent } from '@arbiter/contracts';
import { HandlesOperation, type OperationContext } from '@arbiter/messaging';
import type { Clock } from '@arbiter/ports';
import { newTreeData, type BaseMcpTool, type ToolOutput } from '@arbiter/tool-sdk';
import { Controller, Inject } from '@nestjs/common';
import { PlanRunner } from '../execution/plan-runner.js';
import { describeTools, openToolSet, type ToolSet } from '../execution/tool-set.js';
import { DomainTool } from '../tools/domain.tool.js';

/** Runs plans that clients make, with the same tools as questions. */
export class PlansService {
  constructor(
    /** Made for each run: it knows the library as that finds it. */
    private readonly toolSetOf: () => Omit<ToolSet, 'library'>,
    private readonly clock: Clock,
  ) {}

  async tools(call: Pick<OperationContext, 'principal'>): Promise<OperationOutput<typeof listTools>> {
    const toolSet = this.toolSetOf();
    const { registry } = openToolSet(toolSet, call);
    const { unavailable } = await registry.availableNow(newTreeData(''));
    const tools = await describeTools(registry, toolSet.durations);
    return {
      tools: tools.map((tool) => ({ ...tool, ...domainsOf(registry.resolve(tool.name)) })),
      unavailable: [...unavailable],
    };
  }

  /** @throws ArbiterError INVALID_REQUEST before anything runs, with all that is wrong with the plan in `details.issues` */
  async *run(
    { plan, query, collections = [] }: OperationInput<typeof runPlan>,
    call: OperationContext,
  ): AsyncGenerator<PlanStepEvent, OperationOutput<typeof runPlan>, undefined> {
    const { registry, executor } = openToolSet(this.toolSetOf(), call);
    const tree = newTreeData(query, { collectionNames: collections });
    const events = new PlanRunner(registry, executor, this.clock).run(plan, { call, tree });
    try {
      for (;;) {
        const next = await events.next();
        if (next.done === true) return { results: [...next.value].map(([step, result]) => ({ step, result })) };
        yield { ...toldOf(next.value.output), step: next.value.step, tool: next.value.tool };
      }
    } finally {
      // Only of use when the client goes away: what has ended stays so.
      await events.return(new Map());
    }
  }
}

function domainsOf(tool: BaseMcpTool): { readonly collections?: string[] } {
  return tool instanceof DomainTool ? { collections: [...tool.collections] } : {};
}

type OfStep = 'step' | 'tool';
type Told = PlanStepEvent extends infer Event ? (Event extends PlanStepEvent ? Omit<Event, OfStep> : never) : never;

function toldOf(output: ToolOutput): Told {
  switch (output.kind) {
    case 'result':
      return { type: 'found', payload: output.toPayload() };
    case 'error': {
      const { message, suggestion } = output;
      return { type: 'failed', message, ...(suggestion !== null && { suggestion }) };
    }
    case 'status':
      return { type: 'status', message: output.message };
    case 'token':
      return { type: 'text', content: output.content };
  }
}

@Controller()
export class PlansController {
  constructor(@Inject(PlansService) private readonly plans: PlansService) {}

  @HandlesOperation(listTools)
  tools(_input: OperationInput<typeof listTools>, context: OperationContext) {
    return this.plans.tools(context);
  }

  @HandlesOperation(runPlan)
  run(
    request: OperationInput<typeof runPlan>,
    context: OperationContext,
  ): AsyncGenerator<PlanStepEvent, OperationOutput<typeof runPlan>, undefined> {
    return this.plans.run(request, context);
  }
}
