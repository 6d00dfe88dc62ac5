import { cue, tellingCue, type Cue } from '../cue.js';
import { pattern } from '../pattern.js';

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
