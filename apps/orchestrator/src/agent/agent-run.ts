import {
  AgentConclusion,
  type AgentEvent,
  type Answer,
  type ArbiterError,
  type CompletedCall,
  type Finding,
  type Passage,
  type ToolFailure,
} from '@arbiter/contracts';
import type { BaseMcpTool, TreeData } from '@arbiter/tool-sdk';
import type { Attempts } from '../answering/attempt.js';
import type { Inquiry } from '../answering/inquiry.js';
import { takeTurns, type Retrieved } from '../retrieval/retrieve-plan.js';
import { gatheredExpansions } from '../tools/graph/graph-context.js';
import type { ToolStatement } from '../answering/stated-answer.js';
import type { PageReading } from '../answering/read-pages.js';

/** What one search found. */
interface Search {
  readonly query: string;
  /** Best first. */
  readonly passages: readonly Passage[];
  /** Its remarks, a sentence each. */
  readonly notices: readonly string[];
}

/** State of one agent run. The tools share the tree; the other fields decide the next step. */
export class AgentRun {
  /** The parts of the results that rules read, oldest first. */
  readonly findings: Finding[] = [];
  readonly failures: ToolFailure[] = [];
  readonly completed: CompletedCall[] = [];
  /** The last attempts at an answer; null before the first. */
  attempts: Attempts | null = null;
  /** Findings that the last attempt at an answer was made from. */
  answeredFrom = 0;
  /** The final answer to the user; null until the run ends. */
  answer: Answer | null = null;
  /** No further decision is made: the answer has to use the present findings. */
  isLast = false;
  /** Parts that decisions and attempts did without. */
  readonly degraded: string[] = [];
  /** Why no answer can be written or checked at present: that says nothing about the question. */
  unanswerable: ArbiterError | null = null;
  /** The question is to be refused, whatever was found. */
  isImpossible = false;

  /** Statements computed by tools that have not been sent to the client yet. */
  private statements: ToolStatement[] = [];
  /** Readings of pictures that no answer was made of yet. */
  private readings: PageReading[] = [];
  private readonly searches: Search[] = [];

  constructor(
    readonly inquiry: Inquiry,
    readonly tree: TreeData,
    readonly maxIterations: number,
  ) {}

  /** Whether the user has been told something. */
  get hasEnded(): boolean {
    return this.answer !== null;
  }

  /** Keeps what a tool found. Passages outlive a summary of the environment: citations need their spans. */
  found(search: Search): void {
    this.searches.push(search);
  }

  /** Keeps a statement of a tool unchanged. */
  stated(statement: ToolStatement): void {
    this.statements.push(statement);
  }

  get hasStatement(): boolean {
    return this.statements.length > 0;
  }

  /** Each is told once: what cannot be shown is not tried again. */
  takeStatements(): readonly ToolStatement[] {
    return this.statements.splice(0);
  }

  /** Keeps what a vision model read. */
  read(readings: readonly PageReading[]): void {
    this.readings.push(...readings);
  }

  /** Each is judged once. */
  takeReadings(): readonly PageReading[] {
    return this.readings.splice(0);
  }

  /** Everything found so far as the pipeline would have it. */
  retrieved(): Retrieved {
    const searched = this.searches.filter(({ passages }) => passages.length > 0);
    const expansions = gatheredExpansions(this.tree);
    return {
      ...(expansions.length > 0 && { expansions }),
      passages: takeTurns(searched.map(({ passages }) => passages)),
      queries: [...new Set(searched.map(({ query }) => query))],
      followed: [],
      degraded: [],
      notices: [...new Set(searched.flatMap(({ notices }) => notices))],
    };
  }

  /** One sentence on what was tried, for a refusal; '' for nothing. */
  tried(): string {
    const found = new Map<string, number>();
    for (const { query, passages } of this.searches) found.set(query, Math.max(found.get(query) ?? 0, passages.length));
    const tried = [...found].map(([query, passages]) => `"${query}" (${passages})`);
    const failed = this.failures.flatMap(({ inputs: { query } = {} }) =>
      typeof query === 'string' && !found.has(query) ? [`"${query}"`] : [],
    );
    const parts = [
      ...(tried.length > 0 ? [`Searched for ${tried.slice(0, MOST_NAMED).join(', ')}.`] : []),
      ...(failed.length > 0 ? [`Found nothing for ${[...new Set(failed)].slice(0, MOST_NAMED).join(', ')}.`] : []),
    ];
    return parts.join(' ');
  }
}

/** Searches and tools that a refusal names. */
const MOST_NAMED = 5;

/** How a tool is called on the published stream: by its published name where it has one. */
export function publishedName({ name, aliases }: Pick<BaseMcpTool, 'name' | 'aliases'>): string {
  return aliases[0] ?? name;
}

/** The last line of a run that has ended well, with what came of it. */
export function completionOf({ answer, completed }: AgentRun, nameOf: (tool: string) => string): AgentEvent {
  if (!answer) return { type: 'complete' };
  const timings = completed.map(({ tool, ms }) => ({ tool: nameOf(tool), ms }));
  return { type: 'complete', answer: AgentConclusion.strip().parse({ ...answer, timings }) };
}

/** Keeps what went wrong for the next decision, and tells it. */
export function* tellFailure(run: AgentRun, failure: ToolFailure, recoverable = true): Generator<AgentEvent> {
  const { message, suggestion } = failure;
  run.failures.push(failure);
  run.tree.errors.push(suggestion === undefined ? message : `${message} ${suggestion}`);
  yield { type: 'error', message, recoverable, ...(suggestion !== undefined && { suggestion }) };
}
