import { BaseMcpTool, type AutomaticRun, type TreeData } from '@arbiter/tool-sdk';
import type { z } from 'zod';
import type { ArmyBooks, OperationCaller } from './army-books.js';

/** A tool over the army books that runs unasked, once, where a question asks for what it does. */
export abstract class QuestionTool<Schema extends z.ZodObject> extends BaseMcpTool<Schema> {
  override readonly cacheable = true;
  /** The inputs that a question gives; null where it asks something else. */
  protected abstract readonly asked: (question: string) => object | null;

  constructor(
    protected readonly books: ArmyBooks,
    protected readonly operations: OperationCaller,
  ) {
    super();
  }

  override runIfTrue({ userPrompt, tasksCompleted }: TreeData): Promise<AutomaticRun> {
    const inputs = tasksCompleted.has(this.name) ? null : this.asked(userPrompt);
    return Promise.resolve(inputs ? [true, { ...inputs }] : [false, {}]);
  }
}
