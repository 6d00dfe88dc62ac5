import { type Cue, withPool } from '../cue.js';
import { ASKER_CUES, ROLE_CUES } from './asker.cues.js';
import { ASSISTANT_CUES } from './assistant.cues.js';
import { CHOICE_CUES, COMPARISON_CUES } from './comparison.cues.js';
import { CONSTRUCTION_CUES } from './construction.cues.js';
import { CONTRAST_CUES } from './contrast.cues.js';
import { CREATION_CUES, ERRAND_CUES } from './creation.cues.js';
import { DESCRIPTION_CUES } from './description.cues.js';
import { FACT_CUES } from './fact.cues.js';
import { JUDGEMENT_CUES, PROSPECT_CUES } from './judgement.cues.js';
import { LIST_CUES } from './list.cues.js';
import { MOMENT_CUES, TODAY_CUES } from './moment.cues.js';
import { OPEN_SET_CUES } from './open-set.cues.js';
import { PROCEDURE_CUES, SEQUENCE_CUES } from './procedure.cues.js';
import { REACTION_CUES } from './reaction.cues.js';
import { OPENING_CUES, SHAPE_CUES, WORD_CUES } from './shape.cues.js';
import { COURTESY_CUES, TALK_CUES } from './talk.cues.js';
import { MISUSE_CUES, TROUBLE_CUES } from './trouble.cues.js';

/** Every cue there is, by kind. One that is added or changed takes a new fit: tools/models. */
export const CUES: readonly Cue[] = [
  ...OPENING_CUES,
  ...SHAPE_CUES,
  ...FACT_CUES,
  ...withPool('any-procedure', 'asks for a way of doing', [...PROCEDURE_CUES, ...SEQUENCE_CUES, ...TROUBLE_CUES]),
  ...withPool('any-comparison', 'sets things side by side', [...COMPARISON_CUES, ...CHOICE_CUES, ...CONTRAST_CUES]),
  ...withPool('any-list', 'asks for several things', [...LIST_CUES, ...OPEN_SET_CUES, ...CONSTRUCTION_CUES]),
  ...withPool('any-chain', 'describes what it does not name', [...ROLE_CUES, ...DESCRIPTION_CUES]),
  ...withPool('any-conversation', 'speaks of the conversation itself', [
    ...COURTESY_CUES,
    ...REACTION_CUES,
    ...TALK_CUES,
    ...ASSISTANT_CUES,
  ]),
  ...withPool('any-out-of-scope', 'asks for what no document gives', [
    ...MOMENT_CUES,
    ...TODAY_CUES,
    ...PROSPECT_CUES,
    ...JUDGEMENT_CUES,
    ...ASKER_CUES,
    ...CREATION_CUES,
    ...ERRAND_CUES,
    ...MISUSE_CUES,
  ]),
  ...WORD_CUES,
];
