import { cue, tellingCue, type Cue } from '../cue.js';
import { anyOf, pattern } from '../pattern.js';

const POISON = anyOf(
  'meth heroin cocaine explosives? napalm poison ricin bomb bombs grenade ghb ransomware malware virus',
);
const CRIME = anyOf(
  'burgle shoplift forge launder steal smuggle phish blackmail stalk hotwire counterfeit kidnap murder cheat hack hacker',
);

/** What should not be answered: harm, and the rules of the assistant itself. */
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
