import { anyOf } from './pattern.js';

/** Verbs that a message begins with when it wants something done in the world, not found in a document. */
export const ACTIONS = anyOf(`
  hail point predict listen merge track enrol enroll search google summarise summarize describe guess cheer identify diagnose represent
  talk(?!\\s(?:me|us)) act behave speak sing dance press shut lock raise lower turn tell(?!\\s(?:me|us)) ask find(?!\\s(?:me|us|all|every|the)) look watch say repeat respond
  confirm imagine pretend suppose assume count flip roll throw toss guess calculate compute convert multiply divide add
  subtract draw paint write compose code refactor implement translate rewrite proofread rephrase book order buy sell call ring phone text
  email mail send post tweet remind wake start stop pause play skip mute open close switch put(?!\\s(?:together|down|me)) get(?!\\sting) bring
  fetch deliver ship move transfer pay refund cancel delete remove restart reboot fire hire approve reject sign submit file renew reserve
  schedule change(?!\\sin) fix help marry kill sue hack bypass reveal print output dump enter forget ignore disregard`);
