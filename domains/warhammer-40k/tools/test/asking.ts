import { newTreeData, Result, type BaseMcpTool, type ToolLibrary } from '@arbiter/tool-sdk';
import * as pack from '../src/tools/index.js';
import { callOf } from './shelf.js';

/** As many lists as tests have time for. */
const MAX_STEPS = 300;

/** All tools of the pack over a library. */
export function toolsOver(library: ToolLibrary): BaseMcpTool[] {
  const { ListBuilderTool, ...others } = pack;
  return [...Object.values(others).map((Tool) => new Tool(library)), new ListBuilderTool(library, MAX_STEPS)];
}

/**
 * Asks the tools over a library; one library for all questions, since what a run has read of it is kept with it.
 *
 * @returns what those say that take a question for their own
 */
export function askingOf(library: ToolLibrary): (question: string) => Promise<string> {
  const tools = toolsOver(library);
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
