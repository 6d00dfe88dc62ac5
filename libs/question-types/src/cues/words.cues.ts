import { cue, type Cue } from '../cue.js';

/** Words of the grammar and of asking: what each is worth alone, where no turn of phrase says more. */
const WORDS = `
  a about after all also am an and any are as ask at be because been before best between both but by can could day did different do does
  doing done each ever every exactly find first for found from get gets give go going good got had has have he help her here hi his how i if
  in into is it its just keep kind know last let like list long look made make many may me mean more most much must my name need needs never
  new next no not now of off ok on once one only or order other our out over own people person place please put question really right same
  say see she should show since so some something soon still such sure take tell than thank that the their them then there these they thing
  things think this those through time to today together too try two under until up us use used using want was way we well went were what when
  where whether which while who whom whose why will with without work would year yes yet you your`;

export const WORD_CUES: readonly Cue[] = WORDS.trim()
  .split(/\s+/)
  .map((word) => ({
    ...cue(`word-${word}`, `says "${word}"`, new RegExp(`(?<![\\w'-])${word}(?![\\w'-])`)),
    minor: true,
  }));
