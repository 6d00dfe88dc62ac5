import type { QuestionType } from '@arbiter/contracts';

/** What a model that writes the answer is told about its shape; extraction reads the type instead. */
export const SYNTHESIS_PROMPTS: Partial<Record<QuestionType, string>> = {
  comparative: 'Say for each subject what the sources state, then how they differ.',
  multi_hop: 'First say who or what is described, then answer the question about them.',
  procedural: 'Give the steps in order.',
  list_building: 'Give a list, one item a line.',
};
