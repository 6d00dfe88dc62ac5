import type { Cue } from '../cue.js';
import { CHAIN_CUES } from './chain.cues.js';
import { COMPARISON_CUES } from './comparison.cues.js';
import { CONTRAST_CUES } from './contrast.cues.js';
import { CONVERSATION_CUES } from './conversation.cues.js';
import { LIST_CUES } from './list.cues.js';
import { MISUSE_CUES } from './misuse.cues.js';
import { MOMENT_CUES } from './moment.cues.js';
import { OPEN_SET_CUES } from './open-set.cues.js';
import { OPENING_CUES } from './opening.cues.js';
import { PROCEDURE_CUES } from './procedure.cues.js';
import { SCOPE_CUES } from './scope.cues.js';
import { SEQUENCE_CUES } from './sequence.cues.js';
import { TALK_CUES } from './talk.cues.js';
import { WORD_CUES } from './words.cues.js';

/** Every cue there is. One that is added or changed takes a new fit: tools/train-question-types. */
export const CUES: readonly Cue[] = [
  ...OPENING_CUES,
  ...PROCEDURE_CUES,
  ...SEQUENCE_CUES,
  ...COMPARISON_CUES,
  ...CONTRAST_CUES,
  ...LIST_CUES,
  ...OPEN_SET_CUES,
  ...CHAIN_CUES,
  ...CONVERSATION_CUES,
  ...TALK_CUES,
  ...SCOPE_CUES,
  ...MOMENT_CUES,
  ...MISUSE_CUES,
  ...WORD_CUES,
];
