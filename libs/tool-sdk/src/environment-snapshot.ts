import { Metadata, Source, ToolPayload } from '@arbiter/contracts';
import { z } from 'zod';

/** A result as the environment keeps it. */
export const EnvironmentResult = z.strictObject({
  ...ToolPayload.shape,
  tool: z.string(),
  /** From 1, over all tools: the higher, the newer. */
  sequence: z.int().min(1),
  sources: z.array(Source),
});
export type EnvironmentResult = z.output<typeof EnvironmentResult>;

/** `[tool][name] = [{objects, metadata, …}]` as published (design document 004), and what no model sees. */
export const EnvironmentSnapshot = z.strictObject({
  environment: z.record(z.string(), z.record(z.string(), z.array(EnvironmentResult))),
  hidden: z.strictObject({ values: Metadata, archived: z.array(EnvironmentResult) }),
});
export type EnvironmentSnapshot = z.output<typeof EnvironmentSnapshot>;
