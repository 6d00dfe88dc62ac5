import { cue, type Cue, tellingCue } from '../cue.js';
import { anyOf, pattern } from '../pattern.js';

const PERSON = '(?:i|we|you|one|someone|somebody|anyone|people|they|u)';
const MODAL = '(?:do|does|did|can|could|should|would|must|might|may|shall|will)';

/** Nouns that begin like a deed: "opening hours", "boiling point". */
const NOT_A_DEED = anyOf(`
  anything boiling building ceiling closing during evening everything freezing heating king landing living lightning meaning melting meeting
  morning nothing opening parking quarterly running something spring starting string swimming training visiting wedding wing wingspan
  working according`);

const DOING = anyOf(`
  add apply appeal book build calibrate cancel change check claim clean configure connect contest convert correct cook deal
  deploy dispose enrol file fill fix freeze fit get handle hand install join lay load make mend migrate mount move object obtain open
  operate order pass pay perform plant prepare prune register remove renew repair replace report request reserve reset restart
  restore return roll rotate run save send serve set setup solve start stop store submit switch take tie transfer treat
  troubleshoot tune turn unlock update upgrade use wash write beat win become upload charge link pair sign`);

/** A way of doing something, asked for with "how" or by its name. */
export const PROCEDURE_CUES: readonly Cue[] = [
  tellingCue('how-to', 'asks how to do something', /\bhow (?:best )?to\b/),
  tellingCue('how-do-i', 'asks how somebody does something', pattern`\bhow(?:'d| ${MODAL})(?: n't)? (?:${PERSON})\b`),
  cue('how-does-it', 'asks how something is done or works', pattern`\bhow ${MODAL} (?!${PERSON}\b)\w+`),
  cue(
    'how-is-done',
    'asks how something is done',
    pattern`
      \bhow(?:'s| is| are| was| were| should| must| can| has| have)\b.*\b(?:\w+ed|done|made|built|held|cut|drawn|kept|
      taken|sent|chosen|won|run|dealt|set|put|lit|laid|brought|grown|given|found|sold|paid)\b`,
    'ask',
  ),
  cue(
    'how-be',
    'asks how something is done',
    pattern`
      \bhow(?:'s| is| are| was| were) (?!(?:you|u|it going|things|your|my|different|that different|life)\b)(?:the |
      an? |one |it |that |this )?[\w'-]+`,
    'ask',
  ),
  cue('from-to', 'asks about a way from one to another', /\bfrom [\w' -]+ to [\w' -]+(?:[^\w' -]\W*)?$/),
  cue('tell-me-how', 'asks to be told how', /\b(?:tell|show|let) (?:me |us )?(?:know )?how\b/),
  cue('needed-to', 'asks what a deed needs', /\b(?:needed|necessary|required|involved|takes?) (?:to|for|in) \w+/),
  cue(
    'how-works',
    'asks how something works',
    /\bhow (?:does|do|did|would|will)\b[^?]*\b(?:work|function|happen|go|get)\b/,
  ),
  tellingCue('how-at-the-end', 'ends with "how"', /\bhow\W*$/),
  cue('how-doing', 'asks how to go about something', pattern`\bhow\b.*\b${DOING}\b`, 'ask'),
  cue(
    'how-clause',
    'asks to know how somebody does something',
    pattern`\bhow (?:i|we|you|one|they|people) (?!(?:are|is|feel)\b)\w+|\bin (?:what|which) way (?:is|are|do|does|can)\b`,
    'ask',
  ),
  tellingCue(
    'names-steps',
    'asks for steps',
    pattern`
      \b(?:(?<!(?:number of|many|\d) )steps?|step-by-step|procedure|process|instructions?|tutorial|guide|recipe|
      protocol|routine|workflow|walkthrough|drill|manual way|how-to|know-how|ritual|rite)\b`,
  ),
  tellingCue(
    'asks-order',
    'asks for an order of doing',
    pattern`
      \b(?:in (?:what|which) (?:order|sequence)|what order|sequence|from start to finish|start to finish|
      first to last|one (?:thing|step|by one)|in order\W*$)`,
  ),
  cue(
    'asks-way',
    'asks for a way',
    pattern`
      \b(?:the |a |any )?(?:best|right|correct|proper|safest|easiest|quickest|fastest|cheapest|good|usual|
      only) (?:way|method|technique|approach|thing to do)\b|
      \b(?:way|method|trick) (?:to|of|for)\b|
      \bby what (?:means|way|procedure|rite|method|steps)\b`,
  ),
  tellingCue(
    'walk-through',
    'asks to be led through',
    /\b(?:walk|talk|take|guide|lead|run|step) (?:me|us|somebody|someone) (?:through|over)\b/,
  ),
  tellingCue(
    'asks-explanation',
    'asks to be taught',
    pattern`
      \b(?:explain|describe|outline|teach|demonstrate|show) (?:to )?(?:me |us )?(?:how|
      the (?:steps|way|process|procedure)|what to do)\b`,
  ),
  cue('teach-me', 'asks to be taught', /^(?:teach|explain|describe|outline|show)\b/, 'ask'),
  cue(
    'asks-to-explain-how',
    'asks for an explanation',
    /\b(?:can|could|would) you (?:please )?(?:explain|describe|show|walk|talk|tell me how)\b/,
  ),
];

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
