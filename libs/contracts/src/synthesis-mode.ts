import { z } from 'zod';

/** How an answer was made: of sentences of its sources, by a language model or a person, or by a tool. */
export const SynthesisMode = z.enum(['extractive', 'generated', 'computed']);
export type SynthesisMode = z.output<typeof SynthesisMode>;
