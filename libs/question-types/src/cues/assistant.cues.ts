import { cue, type Cue, tellingCue } from '../cue.js';
import { pattern } from '../pattern.js';

/** Words about the assistant itself. */
export const ASSISTANT_CUES: readonly Cue[] = [
  cue(
    'you-subject',
    'asks what the assistant is or does',
    pattern`
      \b(?:are|do|did|have|were|can|could|will|would|should) (?:you|
      u)\b(?! (?:have|sell|offer|stock|brew|make|serve|run|ship|use|need|get|set|play|cook|clean|tell|name|list|give|
      show|explain|walk|put|draw|go|talk|say))`,
  ),
  cue(
    'you-are',
    'speaks of the assistant',
    pattern`
      \b(?:you|u) (?:are|were|have|still|really|always|never|just|actually|already|misunderstood|said|saved|helped|
      know|don't|didn't|can't)\b|
      \byou(?:'re|'ve)\b|
      \b(?:how|so) \w+ (?:are you|is your)\b|
      \byourself\b`,
  ),
  cue(
    'you-and-i',
    'speaks of asker and assistant',
    pattern`
      \b(?:i|we|me)\b.*\byou\b|
      \byou\b.*\b(?:i|we|me|my)\b|
      ^(?:am i|are we|who am i|shall we|should we|may i|can i|could i)\b`,
    'ask',
  ),
  cue(
    'short-to-you',
    'speaks to the assistant, briefly',
    /^(?=.*\b(?:you|your|you're|yourself|u)\b)\W*\w[\w']*(?:[^\w']+[\w']+){0,6}(?:[^\w']\W*)?$/,
  ),
  tellingCue(
    'about-assistant',
    'asks about the assistant',
    pattern`
      \b(?:(?:who|what|how|how old|where|why) are you|
      are you (?:a |an |still |there|sure|real|human|ok|ai|able|kidding|serious|listening|alive)|
      what(?:'s| is) your (?:name|purpose|job)|your name|what can (?:you|i) (?:do|ask|help)|
      what (?:do|can) you (?:know|do|offer)|can you (?:help|hear|understand|see|do|speak|talk|remember)|
      how (?:do|does|can) (?:you|this (?:chat|thing|bot|assistant)) (?:work|help|know)|
      (?:who|what) (?:made|built|created|trained|developed) you|
      do you (?:speak|remember|save|store|understand|know (?:who|my|me)|have (?:a name|access))|
      which (?:documents|sources|files|languages) (?:do|can|are) you|talking to (?:a|an)|
      what kind of (?:things|questions)|how can you help|your (?:sources|knowledge|documents))\b`,
  ),
  cue(
    'a-person',
    'asks for a person',
    /\b(?:(?:real|actual|live|human) (?:person|being|human|people)|a human|human|operator)\b/,
  ),
  cue(
    'you-are-what',
    'asks what the assistant is',
    pattern`^(?:are|were|do|did|have|can|could|will|would|what|who|why|how|which|where)(?:'re)? (?:[\w'-]+ ){0,3}?you\b`,
    'ask',
  ),
  cue('ends-with-you', 'ends with "you"', /\b(?:you|yourself)\W*$/, 'ask'),
  cue(
    'you-able',
    'asks what the assistant can do',
    pattern`\bwhat (?:\w+ ){0,3}?(?:can|can't|do|don't) you (?:do|know|offer|talk|speak|understand)\b|\bask you\b`,
    'ask',
  ),
  cue('says-you-first', 'speaks to the assistant', /^(?:you|you're|you've|your)\b/, 'opening'),
];
