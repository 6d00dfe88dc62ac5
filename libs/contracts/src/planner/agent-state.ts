import { z } from 'zod';
import { ToolInputs } from './offered-tools.js';
import { ToolName } from './tool-plan.js';

/** Where the best passage of a finding stands, for a tool that reads on from there. */
export const PassageLocation = z.strictObject({
  chunkId: z.string().min(1),
  documentId: z.string().min(1),
  collection: z.string().min(1),
});
export type PassageLocation = z.output<typeof PassageLocation>;

/** What one call of a tool has put into the environment, in so far as rules read it. */
export const Finding = z.strictObject({
  tool: ToolName,
  /** Key within the environment. */
  name: z.string(),
  /** What the tool was called with. */
  inputs: ToolInputs,
  /** How many objects it found; 0 is a finding, too. */
  objects: z.int().min(0),
  /** Calibrated relevance of the best, 0–1; null where the tool gives none. */
  bestScore: z.number().min(0).max(1).nullable(),
  /** Of the documents of the best objects, best first, each once. */
  titles: z.array(z.string().max(500)).max(10).default([]),
  /** Names that lead on from here, nearest first: who "the man who built it" is. */
  names: z.array(z.string().max(500)).max(10).default([]),
  /** The best passage; absent where the objects are no passages. */
  best: PassageLocation.optional(),
});
export type Finding = z.output<typeof Finding>;

/** A call that failed and may be followed by another. */
export const ToolFailure = z.strictObject({
  tool: ToolName,
  inputs: ToolInputs.optional(),
  message: z.string().max(4_000),
  /** What to try instead. */
  suggestion: z.string().max(4_000).optional(),
});
export type ToolFailure = z.output<typeof ToolFailure>;

/** A call that has ended, well or not. */
export const CompletedCall = z.strictObject({
  tool: ToolName,
  inputs: ToolInputs,
  /** Duration in milliseconds. */
  ms: z.number().min(0),
});
export type CompletedCall = z.output<typeof CompletedCall>;
