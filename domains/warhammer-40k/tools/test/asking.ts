import { newTreeData, Result } from '@arbiter/tool-sdk';
import { buildInSteps, type ListBuilding, type OperationCaller, ROSTER_TOOLS } from '../src/tools/index.js';
import { callOf } from './shelf.js';

/** Here and now, as it is done in a thread; up to as many lists as tests have time for. */
const LISTS: ListBuilding = {
  build: ({ catalogues, request }) => {
    const work = buildInSteps({ catalogues, request: { ...request, maxSteps: 300 } });
    for (let step = work.next(); ; step = work.next()) if (step.done === true) return Promise.resolve(step.value);
  },
};

/**
 * Asks the tools over a library; one library for all questions, since what a run has read of it is kept with it.
 *
 * @returns what those say that take a question for their own
 */
export function askingOf(operations: OperationCaller): (question: string) => Promise<string> {
  const tools = Object.values(ROSTER_TOOLS).map((create) => create({ operations, lists: LISTS }));
  return async (question) => {
    const texts: string[] = [];
    for (const tool of tools) {
      const [isWanted, inputs] = await tool.runIfTrue(newTreeData(question));
      if (!isWanted) continue;
      for await (const output of tool.execute(newTreeData(question), tool.parseInputs(inputs), callOf()))
        if (output instanceof Result) texts.push(output.statement?.text ?? '');
    }
    return texts.join('\n');
  };
}
