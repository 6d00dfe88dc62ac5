import { cue, type Cue, tellingCue } from '../cue.js';
import { pattern, WORD } from '../pattern.js';

/**
 * Nouns for persons and things that are named by a relation ("her teacher", "the owner of the mill"), as alternatives of a
 * regular expression. A question about one of them must first be resolved to a person or thing.
 */
export const ROLE_NOUNS =
  'founder|leader|owner|captain|keeper|head|master|mistress|author|writer|composer|builder|maker|inventor|teacher|tutor|' +
  'mentor|apprentice|pupil|student|mother|father|sister|brother|uncle|aunt|cousin|niece|nephew|son|daughter|' +
  'grand(?:father|mother|son|daughter)|kins(?:man|woman)|widow|widower|husband|wife|spouse|heir|rival|ally|enemy|patron|' +
  'partner|employer|deputy|lieutenant|mate|steward|clerk|successor|predecessor|commander|ruler|director|performer|' +
  'killer|murderer|ship|vessel|band|publisher|capital';

/** The life of the asker, which no document tells. */
export const ASKER_CUES: readonly Cue[] = [
  tellingCue(
    'my-own-life',
    'asks about the asker’s own life',
    pattern`
      \b(?:my (?:husband|wife|girlfriend|boyfriend|ex|mum|mom|dad|mother|father|kids?|neighbou?r|friends?|boss|
      colleague|bank|fridge|arm|phone|dog|cat|garden|soup|homework|emails?|code|life|crush|bees|case|taxes|tax return|
      partner|son|daughter|sister|brother|grandmother|head|stomach|back|weight|suitcase|inbox|account balance|salary|
      calendar|future|flat|car keys))\b`,
  ),
  cue(
    'my-something',
    'speaks of something of the asker’s',
    pattern`
      \bmy (?!(?:account|policy|contract|card|passport|order|bike|thesis|licence|license|permit|team|manager|employer|
      landlord|plan|room|password|first|last|next|users?|app|server|data|name|question)\b)\w+`,
  ),
  tellingCue(
    'feelings',
    'tells of feelings',
    pattern`
      \bi (?:feel|am sad|am bored|hate my|am lonely|miss (?:you|my|him|her)|love my|am so)\b|
      \bi'm (?:sad|bored|lonely|depressed|so|hungry|in love|scared|angry|worried)\b`,
  ),
  cue(
    'of-me',
    'asks about the asker',
    /\b(?:am i|do i|did i|have i|will i|was i|i'm|i am)\b.*\?|\b(?:me|i)\W*$/,
    'ask',
  ),
  tellingCue(
    'me-object',
    'speaks of feelings towards the asker',
    pattern`
      \b(?:love|like|hate|ignore|miss|want|hurt|suit|trust)s? me\b|
      \bgo with my\b|
      \bshould i (?:be worried|take|leave|break|buy|marry|quit|tell|trust|stay)\b`,
  ),
  tellingCue(
    'this-thing',
    'points at what only the asker sees',
    pattern`
      \b(?:this|these) (?:photo|picture|image|noise|sound|pills?|plant|chicken|code|class|loop|function|stack trace|
      paragraph|text|bird|mole|rash|song|shoes|parcel|paper|message|email)\b|
      \bhere's a\b`,
  ),
  tellingCue(
    'private',
    'asks about private matters',
    pattern`
      \b(?:how much (?:does|do) (?:my|our|mr|mrs|the boss|\w+) .*(?:earn|make|weigh)|bank balance|password|
      home address|phone number of my|maiden name|social security|credit card)\b`,
  ),
];

/** Persons and things that are named by a role, or by whose they are. */
export const ROLE_CUES: readonly Cue[] = [
  cue('role-of', 'names somebody by a role', pattern`\bthe (?:[\w-]+ ){0,2}(?:${ROLE_NOUNS})s? (?:of|to|behind)\b`),
  tellingCue(
    'role-of-description',
    'names somebody by a role towards somebody described',
    pattern`\bthe (?:[\w-]+ ){0,2}(?:${ROLE_NOUNS})s? (?:of|to|behind) (?:the|an?|his|her|their|its|[\w']+'s)\b`,
  ),
  tellingCue(
    'whose-role',
    'names somebody by whose they are',
    pattern`(?<![\w-])[\w-]+(?:'s|s')s? (?:[\w-]+ ){0,2}(?:${ROLE_NOUNS})s?\b`,
  ),
  cue('role-noun', 'names a role', pattern`\b(?:${ROLE_NOUNS})s?\b`),
  tellingCue(
    'possessive-chain',
    'a possessive of a possessive',
    pattern`(?<![\w-])[\w-]+(?:'s|s')s? (?:[\w-]+ ){1,3}?[\w-]+(?:'s|s')(?= \w)`,
  ),
  cue(
    'possessive',
    'a possessive',
    /\w(?:'s|s') (?!(?:the|an?|my|it|this|that|in|on|going|up|wrong|your|their)\b)\w/,
    'ask',
  ),
  tellingCue(
    'of-chain',
    'a description inside a description',
    pattern`\bof (?:the |an? )?(?:${WORD} ){1,4}?(?:of|behind|that|who|which|whose|by|in|on|under)\b`,
  ),
  cue(
    'identity-of-role',
    'asks who holds a role',
    pattern`
      ^(?:who|what)(?:'s| is| was| are| were)? (?:the (?:name of the )?(?:[\w-]+ ){0,2}(?:${ROLE_NOUNS})s? (?:of|
      to) (?:the )?(?!.*\b(?:of|that|who|which)\b)[\w-]+(?: [\w-]+){0,2}|
      (?:[\w-]+ ){0,2}[\w-]+(?:'s|s') (?:[\w-]+ )?[\w-]+)(?:[^\w-]\W*)?$`,
    'ask',
  ),
  cue(
    'place-of-origin',
    'asks where somebody or something comes from',
    pattern`
      \b(?:born|birthplace|birth place|hometown|home town|die[ds]?|buried|grew up|grow up|come from|comes from|
      from originally|nationality|attend(?:ed)?|graduate|studied|study|alma mater|capital|currency|
      headquarter(?:s|ed)|based|located)\b`,
  ),
  tellingCue(
    'named-after',
    'names something by what it is named after',
    pattern`
      \b(?:named (?:after|for)|in charge of|responsible for|married (?:to)?|next to|opposite|replaced|succeeded|
      preceded|taken over|took over|led by|descended from)\b`,
  ),
  cue(
    'preposition-the-role',
    'asks about what belongs to one described',
    pattern`\b(?:of|by|for|to|from|with|at|in|on) the (?:[\w-]+ ){1,4}(?:of|behind|who|that|which|where|whose)\b`,
  ),
  cue('nested-the', 'speaks of three things or more by description', /\bthe\b.*\bthe\b.*\bthe\b/),
  cue('two-the', 'speaks of two things by description', /\bthe\b.*\bthe\b/),
  cue('says-one', 'says "the one"', /\bthe ones?\b/),
];
