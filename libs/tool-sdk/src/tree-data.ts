import { Environment } from './environment.js';

/** One earlier message of the conversation. */
export interface ConversationTurn {
  readonly role: 'user' | 'assistant' | 'system';
  readonly content: string;
}

/** State of a run, shared by all its deciders and tools. One run at a time owns it. */
export interface TreeData {
  readonly userPrompt: string;
  readonly environment: Environment;
  /** Oldest first. */
  readonly conversationHistory: readonly ConversationTurn[];
  /** How long each run of a tool took, in milliseconds, by the tool's name, in their order. */
  readonly tasksCompleted: Map<string, number[]>;
  /** Errors so far, for the next decision; oldest first. */
  readonly errors: string[];
  /** The collections that may be searched; empty for all of the library. */
  readonly collectionNames: readonly string[];
}

/** The state at the start of a run. */
export function newTreeData(
  userPrompt: string,
  {
    conversationHistory = [],
    collectionNames = [],
    environment = new Environment(),
  }: Partial<Pick<TreeData, 'conversationHistory' | 'collectionNames' | 'environment'>> = {},
): TreeData {
  return { userPrompt, environment, conversationHistory, tasksCompleted: new Map(), errors: [], collectionNames };
}
