import { cue, type Cue, tellingCue } from '../cue.js';
import { anyOf, pattern } from '../pattern.js';

const TROUBLE = anyOf(`
  broken broke stuck stopped stolen lost failed fails failing jammed leaking leaks missing wrong damaged split burnt refuses refused
  won't doesn't didn't can't cannot keeps crashed locked forgot`);

const POISON = anyOf(
  'meth heroin cocaine explosives? napalm poison ricin bomb bombs grenade ghb ransomware malware virus',
);
const CRIME = anyOf(
  'burgle shoplift forge launder steal smuggle phish blackmail stalk hotwire counterfeit kidnap murder cheat hack hacker',
);

/** A case that has to be dealt with: what is to be done about it. */
export const TROUBLE_CUES: readonly Cue[] = [
  tellingCue(
    'what-to-do',
    'asks what to do',
    pattern`\bwhat (?:do|should|must|can|shall|would|am|are|is|does|did|has|have|needs?)\b.*\b(?:do|done|to do|happens?)\b`,
    'ask',
  ),
  tellingCue(
    'what-now',
    'asks what comes next',
    pattern`
      \b(?:what now|what next|now what|what then|what comes next|what happens (?:next|then|now|after)|next steps?|
      where do i start|where to start|where do we begin)\b`,
  ),
  cue(
    'what-to-try',
    'asks what to try',
    /\bwhat (?:do|can|should|could|might|shall) (?:i|we|one|you|they) (?:try|check|look at|change|do)\b/,
    'ask',
  ),
  cue(
    'has-to',
    'speaks of what has to be done',
    /\b(?:have to|has to|need to|needs to|must|supposed to|required to|got to|ought to)\b/,
  ),
  tellingCue(
    'what-required',
    'asks what is required',
    /\bwhat(?:'s| is| are| does| do)\b.*\b(?:involved|required|necessary|take to|takes to|needed to)\b/,
  ),
  cue(
    'wants-to',
    'says what the asker means to do',
    pattern`
      \b(?:i(?:'d| would)? (?:like|want|need|love|have|wish) to|i want|i need|
      i(?:'m| am) (?:trying|going|about|planning|thinking|supposed)|we (?:want|need|have|would like) to|
      we(?:'d| would) like|i should like to|i'd like)\b`,
  ),
  tellingCue(
    'go-about',
    'asks how to go about it',
    pattern`
      \b(?:go about|deal with|get rid of|rid of|get started|set up|get hold|start over|sort (?:it|this|that) out|
      hand over|fix (?:that|this|it)|get (?:it|them) (?:going|running|back))\b`,
  ),
  cue('trouble', 'tells of trouble', pattern`\b${TROUBLE}\b`),
  cue(
    'happened-to-me',
    'tells what has happened to the asker',
    pattern`
      ^(?:i(?:'ve| have)|i(?:'m| am)|my|somebody|someone|we(?:'ve| have)|the|an?|just)\b.*[.!…:,–-] .*(?:\bwhat|
      \bhow|\bwhere|\bnext)`,
    'opening',
  ),
  cue(
    'can-be-mended',
    'asks whether something can be mended',
    pattern`
      \bcan (?:i|we|it|that|this|they) (?:still )?(?:be )?(?:fix|mend|rescue|repair|save|undo|restore)(?:ed|d|ne)?\b|
      \bnext (?:steps?|moves?)\b`,
  ),
  cue(
    'usual-way',
    'asks for the usual way',
    pattern`
      \b(?:what's|what is|is|are|:) ?(?:the|our|your|one's) (?:usual |proper |right |best |normal )?(?:way|routine|
      drill|method|procedure|practice)\b`,
  ),
  cue(
    'dealing-with',
    'asks for a way of dealing with something',
    /\b(?:deal|dealing|dealt|cope|handle[ds]?|handling|treat(?:ed)?|way of) (?:with|that|this|it)\b/,
  ),
];

/** Questions that should not be answered: harm, and the rules of the assistant itself. */
export const MISUSE_CUES: readonly Cue[] = [
  tellingCue(
    'prompt-attack',
    'tries to change what the assistant is',
    pattern`
      \b(?:ignore (?:all|your|the|any|previous)|disregard|previous instructions|system prompt|hidden instructions|
      you are now|pretend (?:to be|you|that)|act as|act like|jailbreak|dan\b.*anything|no rules|developer mode|
      guidelines|admin password|words above|
      your (?:instructions|prompt|rules|training|programming|source code|password|api key|secret)|unfiltered|
      without restrictions|reveal your|print your)\b`,
  ),
  cue(
    'own-rules',
    'speaks of the rules of the assistant',
    pattern`
      \b(?:(?:your|all|the|no|any|without) (?:\w+ )?(?:rules|limits|restrictions|filters?|guidelines|safety|
      censorship)|override|sudo|role-?play|evil twin|administrator|other users|user before|secret word|forbidden word|
      word for word|(?:system|first) (?:message|prompt)|text above|words above|api key|developer|were you told)\b`,
  ),
  tellingCue(
    'harm',
    'asks for what does harm',
    pattern`
      \b(?:bomb|hack|steal|poison (?:my|someone|him|her)|kill (?:my|someone|myself|him|her)|weapon at home|cheat on|
      pirate|crack the|drugs at|forge|counterfeit|blackmail|stalk)\b`,
  ),
  cue('harmful-thing', 'asks for what does harm', pattern`\b${POISON}\b`),
  cue(
    'crime',
    'asks for help with a crime',
    pattern`
      \b${CRIME}\b|
      \b(?:break into|get away with|slip past|without (?:being|getting) (?:noticed|caught|seen)|
      fake (?:id|passport|note)|spy on|untraceable)\b`,
  ),
];
