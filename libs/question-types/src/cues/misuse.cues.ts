import { anyOf, cue, type Cue } from '../cue.js';

const POISON = anyOf(
  'meth heroin cocaine explosives? napalm poison ricin bomb bombs grenade ghb ransomware malware virus',
);
const CRIME = anyOf(
  'burgle shoplift forge launder steal smuggle phish blackmail stalk hotwire counterfeit kidnap murder cheat hack hacker',
);
const SENTIENT = anyOf(
  'feel feels feelings love loves loved loving hate hates pain suffer dream dreams soul lonely jealous forgive heart',
);
const MATTER_OF_TASTE = anyOf(`
  gifted genius scary boring ugly sexy handsome handsomest cute adorable overrated corrupt biased evil crime spoil magnet coolest wise
  wisest cruel heroic greatest lovely`);

/** What no document of a library should or could answer: harm, the assistant's own rules, hearts, taste. */
export const MISUSE_CUES: readonly Cue[] = [
  cue('harmful-thing', 'asks for what does harm', new RegExp(`\\b${POISON}\\b`)),
  cue(
    'crime',
    'asks for help with a crime',
    new RegExp(
      `\\b${CRIME}\\b|\\b(?:break into|get away with|slip past|without (?:being|getting) (?:noticed|caught|seen)|fake (?:id|passport|note)|spy on|untraceable)\\b`,
    ),
  ),
  cue(
    'own-rules',
    'speaks of the rules of the assistant',
    /\b(?:(?:your|all|the|no|any|without) (?:\w+ )?(?:rules|limits|restrictions|filters?|guidelines|safety|censorship)|override|sudo|role-?play|evil twin|administrator|other users|user before|secret word|forbidden word|word for word|(?:system|first) (?:message|prompt)|text above|words above|api key|developer|were you told)\b/,
  ),
  cue('hearts', 'asks about hearts', new RegExp(`\\b${SENTIENT}\\b`)),
  cue(
    'how-hearts',
    'asks how to win hearts',
    new RegExp(`^how\\b[^?]*\\b(?:${SENTIENT}|rich|famous|happy|girlfriend|boyfriend|crush|popular)\\b`),
    'ask',
  ),
  cue('matter-of-taste', 'asks for a matter of taste', new RegExp(`\\b${MATTER_OF_TASTE}\\b`)),
  cue(
    'beyond-knowing',
    'asks whether something beyond knowing is so',
    /\b(?:exist|exists|real|afterlife|universe|mankind|humanity|the dead|ghosts?|god|gods|fate|soul|luck|odds)\W*\w*\W*$/,
    'ask',
  ),
  cue(
    'would-you',
    'asks what the assistant would do',
    /\b(?:what|which|who|how|where|why) would you\b|^would you (?:rather|run|live|be|do)\b/,
    'ask',
  ),
  cue(
    'should-another',
    'asks for a judgement of what others should do',
    /^(?:should|shall|think) (?!(?:i|we|you)\b)\w+/,
    'ask',
  ),
  cue(
    'superlative-alive',
    'asks for the best of all',
    /\b(?:best|greatest|most|worst|\w+est)\b[^?]*\b(?:alive|living|ever|of all time|in the (?:world|country)|on earth)\b/,
  ),
  cue(
    'bare-wish',
    'names a wish and nothing else',
    /^(?:an? )?(?:weather|joke|song|poem|story|horoscope|news|lottery|riddle|time)\b(?: (?:about|on|for|in|now|please)\b.*)?\W*$/,
    'ask',
  ),
];
