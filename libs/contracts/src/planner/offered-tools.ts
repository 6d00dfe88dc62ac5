import { z } from 'zod';
import { ToolDescriptor } from './tool-plan.js';

/** Tools that may run now; what is decided or planned uses no other. */
export const OfferedTools = z.array(ToolDescriptor).min(1).max(64);

/** Arguments of a tool by parameter; the tool's own schema says which. */
export const ToolInputs = z.record(z.string(), z.unknown());
export type ToolInputs = z.output<typeof ToolInputs>;

/** A turn of the conversation before the question. */
export const PriorTurn = z.strictObject({
  role: z.enum(['user', 'assistant']),
  content: z.string().max(32_000),
});
export type PriorTurn = z.output<typeof PriorTurn>;

/** Oldest first. */
export const PriorTurns = z.array(PriorTurn).max(50);
