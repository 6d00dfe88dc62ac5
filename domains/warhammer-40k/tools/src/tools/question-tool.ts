import { BaseMcpTool, type AutomaticRun, type ToolLibrary, type TreeData } from '@arbiter/tool-sdk';
import type { z } from 'zod';
import { ArmyBooks } from './army-books.js';

/** A tool over the army books that runs unasked, once, where a question asks for what it does. */
export abstract class QuestionTool<Schema extends z.ZodObject> extends BaseMcpTool<Schema> {
  override readonly cacheable = true;
  /** The inputs that a question gives; null where it asks something else. */
  protected abstract readonly asked: (question: string) => object | null;

  protected readonly books: ArmyBooks;

  constructor(protected readonly library: ToolLibrary) {
    super();
    this.books = booksOf(library);
  }

  override runIfTrue({ userPrompt, tasksCompleted }: TreeData): Promise<AutomaticRun> {
    const inputs = tasksCompleted.has(this.name) ? null : this.asked(userPrompt);
    return Promise.resolve(inputs ? [true, { ...inputs }] : [false, {}]);
  }
}

/** The tools of a pack open the same books. */
const BOOKS = new WeakMap<ToolLibrary, ArmyBooks>();

function booksOf(library: ToolLibrary): ArmyBooks {
  const books = BOOKS.get(library) ?? new ArmyBooks(library);
  BOOKS.set(library, books);
  return books;
}
