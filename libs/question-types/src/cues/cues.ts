import type { Cue } from '../cue.js';
import { CHAIN_CUES } from './chain.cues.js';
import { COMPARISON_CUES } from './comparison.cues.js';
import { CONVERSATION_CUES } from './conversation.cues.js';
import { LIST_CUES } from './list.cues.js';
import { OPENING_CUES } from './opening.cues.js';
import { PROCEDURE_CUES } from './procedure.cues.js';
import { SCOPE_CUES } from './scope.cues.js';
import { WORD_CUES } from './words.cues.js';

/** Every cue there is. One that is added or changed takes a new fit: tools/train-question-types. */
export const CUES: readonly Cue[] = [
  ...OPENING_CUES,
  ...PROCEDURE_CUES,
  ...COMPARISON_CUES,
  ...LIST_CUES,
  ...CHAIN_CUES,
  ...CONVERSATION_CUES,
  ...SCOPE_CUES,
  ...WORD_CUES,
];
