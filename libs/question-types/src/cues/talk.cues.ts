import { anyOf, cue, type Cue } from '../cue.js';

/** Verbs and nouns of talking: with "you" or "I" they speak of the conversation itself. */
const TALK = anyOf(`
  ask asked asking question questions answer answers answered answering chat chatting talk talked talking speak speaking spoken spoke
  reply replies replied repeat repeating say saying said interrupt interrupting apologise apologising apologize repeating rephrase
  type typed typing understand understood misunderstand misread read reading listening trust conversation joking sentence sentences
  lines bullet brackets words`);
const LANGUAGE = anyOf('language languages english french german welsh spanish italian dutch');

/** Words between the asker and the assistant, by person and by what they are about: talk. */
export const TALK_CUES: readonly Cue[] = [
  cue('talk', 'speaks of talking', new RegExp(`\\b${TALK}\\b`)),
  cue(
    'you-and-talk',
    'asks the assistant about talking',
    new RegExp(`\\b(?:you|your|we)\\b[^?.]*\\b${TALK}\\b|\\b${TALK}\\b[^?.]*\\b(?:you|your)\\b`),
  ),
  cue('i-and-talk', 'speaks of what the asker says', new RegExp(`\\b(?:i|my|me)\\b[^?.]*\\b${TALK}\\b`)),
  cue(
    'we-have',
    'asks what asker and assistant have done',
    /^(?:have|had|are|were|did|shall|can|could|should) we\b/,
    'ask',
  ),
  cue('language', 'speaks of a language', new RegExp(`\\b${LANGUAGE}\\b`)),
  cue(
    'dont',
    'asks for something not to be done',
    /^(?:please )?(?:don't|do not|stop|no need|never mind|quit)\b/,
    'opening',
  ),
  cue(
    'a-person',
    'asks for a person',
    /\b(?:(?:real|actual|live|human) (?:person|being|human|people)|a human|human|operator)\b/,
  ),
  cue(
    'you-are-what',
    'asks what the assistant is',
    /^(?:are|were|do|did|have|can|could|will|would|what|who|why|how|which|where)(?:'re)? (?:[\w'-]+ ){0,3}?you\b/,
    'ask',
  ),
  cue('ends-with-you', 'ends with "you"', /\b(?:you|yourself)\W*$/, 'ask'),
  cue(
    'you-able',
    'asks what the assistant can do',
    /\bwhat (?:\w+ ){0,3}?(?:can|can't|do|don't) you (?:do|know|offer|talk|speak|understand)\b|\bask you\b/,
    'ask',
  ),
  cue(
    'tag-question',
    'ends with a tag',
    /, (?:isn't it|aren't you|right|don't you|is it|haven't you|eh|no|do you think|didn't i|aren't we)\W*$/,
    'ask',
  ),
  cue(
    'head-or-way',
    'says that something was not understood',
    /\b(?:over my head|wrong way|lost me|don't get it|no idea|not sure|confused|confusing)\b/,
  ),
  cue('says-you-first', 'speaks to the assistant', /^(?:you|you're|you've|your)\b/, 'opening'),
];
