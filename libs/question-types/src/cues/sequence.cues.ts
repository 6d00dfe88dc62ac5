import { cue, type Cue } from '../cue.js';
import { anyOf, pattern } from '../pattern.js';

/** Nouns that begin like a deed: "opening hours", "boiling point". */
const NOT_A_DEED = anyOf(`
  anything boiling building ceiling closing during evening everything freezing heating king landing living lightning meaning melting meeting
  morning nothing opening parking quarterly running something spring starting string swimming training visiting wedding wing wingspan
  working according`);
const BASE_VERB = anyOf(`
  add adjust align apply assemble attach calibrate change charge clean clear configure connect convert create cut delete deploy descale
  disable disassemble drain enable export fill fit fix fold grease import install join lay lift load lubricate make mend migrate mount move
  open pack pair patch plant polish prepare promote prune reboot recover reinstall remove renew repair replace request reset restore
  retire revoke roll rotate seal set sew sharpen solder start stop store switch tie tighten transfer trim turn unblock unclog uninstall
  unlock update upgrade use validate wash wire`);

/** An order of deeds, or a deed that is only named. */
export const SEQUENCE_CUES: readonly Cue[] = [
  cue(
    'gerund-opens',
    'begins with a deed',
    pattern`
      ^(?!${NOT_A_DEED}\b)[a-z]{2,}(?:-[a-z]+)?ing (?!(?:is|are|was|were|allowed|permitted|fee|fees|times?|
      hours)\b)[\w'-]+`,
    'ask',
  ),
  cue(
    'names-a-deed',
    'names a deed',
    pattern`^${BASE_VERB} (?!(?:my|me|our|us|this|that|it|these|him|her|them)\b)[\w'-]+`,
    'ask',
  ),
  cue(
    'order-of',
    'asks in which order something is done',
    pattern`
      \b(?:order|sequence|course|run|flow) of (?:work|steps|events|doing|\w+ing|\w+s|things)\b|
      \border (?:do|does|are|is|should|must|to)\b`,
  ),
  cue(
    'stages',
    'asks for stages',
    pattern`
      \b(?:stages?|phases?) (?:from|does|do|of|is|are|until|till|before)\b|
      \bthrough (?:which|what) (?:stages|steps|phases)\b`,
  ),
  cue(
    'what-comes',
    'asks what comes before or after',
    pattern`
      \b(?:what|which) (?:\w+ )?(?:comes|goes|follows|precedes|is next|must come|has to come|gets done|is done|
      has to (?:be done|happen)|must (?:be done|happen)|do (?:i|you|we) do)\b[^?]*\b(?:first|next|after|before|then|
      follows|between|once|follow)\b`,
    'ask',
  ),
  cue('if-happens', 'asks what follows', /\bwhat happens (?:if|when|to)\b/),
  cue('happens', 'asks what happens', /\bwhat happens\b/),
  cue(
    'what-happens-in',
    'asks for the course of something',
    /\bwhat happens (?:on|at|in|during|to|with|between|from|once|after|before|when)\b/,
    'ask',
  ),
  cue(
    'by-and-by',
    'asks for one thing after the other',
    pattern`
      \b(hour|day|week|stage|bit|piece|move|line|step|minute|point) by \1\b|
      \b(?:from scratch|from the start|in stages|in steps|from bare|written out|for beginners)\b`,
  ),
];
