import { anyOf, cue, pooled, type Cue } from '../cue.js';

const PERSON = '(?:i|we|you|one|someone|somebody|anyone|people|they|u)';
const MODAL = '(?:do|does|did|can|could|should|would|must|might|may|shall|will)';
const DOING = anyOf(`
  add apply appeal book build calibrate cancel change check claim clean configure connect contest convert correct cook deal
  deploy dispose enrol file fill fix freeze fit get handle hand install join lay load make mend migrate mount move object obtain open
  operate order pass pay perform plant prepare prune register remove renew repair replace report request reserve reset restart
  restore return roll rotate run save send serve set setup solve start stop store submit switch take tie transfer treat
  troubleshoot tune turn unlock update upgrade use wash write beat win become upload charge link pair sign`);
const TROUBLE = anyOf(`
  broken broke stuck stopped stolen lost failed fails failing jammed leaking leaks missing wrong damaged split burnt refuses refused
  won't doesn't didn't can't cannot keeps crashed locked forgot`);

const SINGLE_CUES: readonly Cue[] = [
  cue('how-to', 'asks how to do something', /\bhow (?:best )?to\b/),
  cue('how-do-i', 'asks how somebody does something', new RegExp(`\\bhow(?:'d| ${MODAL})(?: n't)? (?:${PERSON})\\b`)),
  cue('how-does-it', 'asks how something is done or works', new RegExp(`\\bhow ${MODAL} (?!${PERSON}\\b)\\w+`)),
  cue(
    'how-is-done',
    'asks how something is done',
    /\bhow(?:'s| is| are| was| were| should| must| can| has| have)\b.*\b(?:\w+ed|done|made|built|held|cut|drawn|kept|taken|sent|chosen|won|run|dealt|set|put|lit|laid|brought|grown|given|found|sold|paid)\b/,
    'ask',
  ),
  cue(
    'how-be',
    'asks how something is done',
    /\bhow(?:'s| is| are| was| were) (?!(?:you|u|it going|things|your|my|different|that different|life)\b)(?:the |an? |one |it |that |this )?[\w'-]+/,
    'ask',
  ),
  cue('from-to', 'asks about a way from one to another', /\bfrom [\w' -]+ to [\w' -]+\W*$/),
  cue('tell-me-how', 'asks to be told how', /\b(?:tell|show|let) (?:me |us )?(?:know )?how\b/),
  cue('if-happens', 'asks what follows', /\bwhat happens (?:if|when|to)\b/),
  cue('happens', 'asks what happens', /\bwhat happens\b/),
  cue('needed-to', 'asks what a deed needs', /\b(?:needed|necessary|required|involved|takes?) (?:to|for|in) \w+/),
  cue(
    'how-works',
    'asks how something works',
    /\bhow (?:does|do|did|would|will)\b[^?]*\b(?:work|function|happen|go|get)\b/,
  ),
  cue('how-at-the-end', 'ends with "how"', /\bhow\W*$/),
  cue('how-doing', 'asks how to go about something', new RegExp(`\\bhow\\b.*\\b${DOING}\\b`, ''), 'ask'),
  cue(
    'names-steps',
    'asks for steps',
    /\b(?:(?<!(?:number of|many|\d) )steps?|step-by-step|procedure|process|instructions?|tutorial|guide|recipe|protocol|routine|workflow|walkthrough|drill|manual way|how-to|know-how|ritual|rite)\b/,
  ),
  cue(
    'asks-order',
    'asks for an order of doing',
    /\b(?:in (?:what|which) (?:order|sequence)|what order|sequence|from start to finish|start to finish|first to last|one (?:thing|step|by one)|in order\W*$)/,
  ),
  cue(
    'asks-way',
    'asks for a way',
    /\b(?:the |a |any )?(?:best|right|correct|proper|safest|easiest|quickest|fastest|cheapest|good|usual|only) (?:way|method|technique|approach|thing to do)\b|\b(?:way|method|trick) (?:to|of|for)\b|\bby what (?:means|way|procedure|rite|method|steps)\b/,
  ),
  cue(
    'walk-through',
    'asks to be led through',
    /\b(?:walk|talk|take|guide|lead|run|step) (?:me|us|somebody|someone) (?:through|over)\b/,
  ),
  cue(
    'asks-explanation',
    'asks to be taught',
    /\b(?:explain|describe|outline|teach|demonstrate|show) (?:to )?(?:me |us )?(?:how|the (?:steps|way|process|procedure)|what to do)\b/,
  ),
  cue('teach-me', 'asks to be taught', /^(?:teach|explain|describe|outline|show)\b/, 'ask'),
  cue(
    'what-to-do',
    'asks what to do',
    /\bwhat (?:do|should|must|can|shall|would|am|are|is|does|did|has|have|needs?)\b.*\b(?:do|done|to do|happens?)\b/,
    'ask',
  ),
  cue(
    'what-now',
    'asks what comes next',
    /\b(?:what now|what next|now what|what then|what comes next|what happens (?:next|then|now|after)|next steps?|where do i start|where to start|where do we begin)\b/,
  ),
  cue(
    'has-to',
    'speaks of what has to be done',
    /\b(?:have to|has to|need to|needs to|must|supposed to|required to|got to|ought to)\b/,
  ),
  cue(
    'what-required',
    'asks what is required',
    /\bwhat(?:'s| is| are| does| do)\b.*\b(?:involved|required|necessary|take to|takes to|needed to)\b/,
  ),
  cue(
    'wants-to',
    'says what the asker means to do',
    /\b(?:i(?:'d| would)? (?:like|want|need|love|have|wish) to|i want|i need|i(?:'m| am) (?:trying|going|about|planning|thinking|supposed)|we (?:want|need|have|would like) to|we(?:'d| would) like|i should like to|i'd like)\b/,
  ),
  cue(
    'go-about',
    'asks how to go about it',
    /\b(?:go about|deal with|get rid of|rid of|get started|set up|get hold|start over|sort (?:it|this|that) out|hand over|fix (?:that|this|it)|get (?:it|them) (?:going|running|back))\b/,
  ),
  cue('trouble', 'tells of trouble', new RegExp(`\\b${TROUBLE}\\b`)),
  cue(
    'happened-to-me',
    'tells what has happened to the asker',
    /^(?:i(?:'ve| have)|i(?:'m| am)|my|somebody|someone|we(?:'ve| have)|the|an?|just)\b.*[.!…:,–-]\s+.*(?:\bwhat|\bhow|\bwhere|\bnext)/,
    'opening',
  ),
  cue(
    'asks-to-explain-how',
    'asks for an explanation',
    /\b(?:can|could|would) you (?:please )?(?:explain|describe|show|walk|talk|tell me how)\b/,
  ),
];

/** Those that tell the kind by themselves: what one of them is worth is learnt from all of them. */
const TELLING = `
  how-to how-do-i how-at-the-end names-steps asks-order walk-through asks-explanation what-to-do what-now go-about what-required`;

/** A way of doing something, asked for by somebody who means to do it. */
export const PROCEDURE_CUES: readonly Cue[] = [
  ...SINGLE_CUES,
  pooled('any-procedure', 'asks for a way of doing', SINGLE_CUES, TELLING),
];
