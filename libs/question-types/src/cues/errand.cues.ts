import { cue, tellingCue, type Cue } from '../cue.js';
import { ACTIONS } from '../actions.js';
import { anyOf, pattern } from '../pattern.js';

const ERRANDS =
  anyOf(`book order buy call send remind set turn play open cancel delete restart pay email text message post schedule reserve switch lock unlock start
  stop renew approve fire hire check file submit sign transfer reboot shut dim stream download upload install print fix refund ring phone deliver deploy log make add
  ship close charge track wake put get switch mute sue implement refactor confirm mail email print feed water`);

/** Deeds that are to be done in the world. */
export const ERRAND_CUES: readonly Cue[] = [
  cue('errand', 'asks for an errand', pattern`^${ERRANDS}\b(?! (?:me |us )?(?:the )?(?:steps|list))`, 'ask'),
  tellingCue(
    'errand-for-me',
    'asks for an errand',
    pattern`
      ^(?!make\b|build\b|get\b|find\b)${ERRANDS}\b.*\b(?:for me|me an?|my|our|him|her|them|
      to (?:him|her|them|tom|mum|mom|dad)|us)\b`,
    'ask',
  ),
  cue('for-me', 'wants it done', /\b(?:for me|on my behalf|do (?:my|it)|for us)\b/),
  cue('action', 'wants something done', pattern`^${ACTIONS}\b`, 'ask'),
];
