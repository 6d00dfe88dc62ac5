import { type Availability, isUnavailable, readTie } from '@arbiter/changelog';
import type { GlobalTopic } from '@arbiter/question-types';

/** Words of plain English by which a sentence speaks of a topic. None belongs to one domain. */
const WORDS: Readonly<Partial<Record<GlobalTopic, RegExp>>> = {
  conflicts:
    /\b(?:wars?|warring|feuds?|feuding|quarrel\w*|disput\w+|rival\w*|enem(?:y|ies)|hostil\w+|oppos(?:e[sd]?|ing|ition)|conflict\w*|fight\w*|fought|clash\w*|grudges?|hate[sd]?|hatred|resent\w*|accus\w+|blam\w+|betray\w*|revenge|on strike|struggl\w+|disagree\w*|lawsuit|sue[sd]?|complain\w*|threaten\w*|undercut\w*|blockad\w+|smuggl\w+|distrust\w*|overrul\w+)\b/giu,
  alliances:
    /\b(?:alli(?:es|ed|ances?)|ally|partners?|partnerships?|treat(?:y|ies)|accords?|pacts?|agreements?|friends?|cooperat\w+|support\w*|sworn|joint(?:ly)?|shares?|exchange[sd]?|side by side)\b/giu,
  power:
    /\b(?:rul(?:e|es|ed|er|ers)|govern\w*|control\w*|command\w*|leads?|led|heads|headed|owns?|owned|authority|power\w*|decid\w+|elect\w*|appoint\w*|in charge|responsible for|supervis\w+|manage[sd]?|monopoly|keeps order|fix(?:es)? the|approv\w+|may (?:close|stop|forbid|dismiss)|chair\w*|reports? to)\b/giu,
  problems:
    /\b(?:problems?|faults?|faulty|failing|risks?|dangers?|dangerous|threat\w*|hazard\w*|leaks?|leaking|shortages?|broken|breaks? down|damag\w+|lacks?|lacking|warns?|warned|unsafe|delays?|delayed|cracks?|cracked|outages?|overdue|short of|worse|worn out)\b/giu,
};
/** Relation types, as words, that are signs of a topic. */
const RELATIONS: Readonly<Partial<Record<GlobalTopic, RegExp>>> = {
  conflicts:
    /\b(?:hostile|enemy|war|rival|oppos\w+|feuds?|quarrels?|disputes?|banned|expelled|hunts?|hunted|accuse[sd]?|betray\w*|killed|destroyed|indebted)\b/u,
  alliances: /\b(?:allied|ally|friend\w*|partner\w*|sworn|treaty|cooperates)\b/u,
  power: /\b(?:rule[sd]?|govern\w*|appoint\w*|elected|controll?\w*|own\w*)\b/u,
};
/** A second word makes sure that the topic is meant. */
const ENOUGH_WORDS = 2;

/** How clearly a sentence speaks of a topic, 0 to 1. */
export function speaksOfTopic(topic: GlobalTopic, text: string): number {
  const pattern = WORDS[topic];
  if (!pattern) return 0;
  const words = new Set(Array.from(text.matchAll(pattern), ([word]) => word.toLowerCase()));
  return Math.min(1, words.size / ENOUGH_WORDS);
}

/** Whether a relation that a session told belongs to a topic. */
export function isRelationOf(topic: GlobalTopic, type: string): boolean {
  if (topic === 'changes') return true;
  if (topic === 'power' && readTie(type)?.tie === 'lead') return true;
  return RELATIONS[topic]?.test(type.replaceAll('_', ' ')) ?? false;
}

/** Whether how a thing stands since a session belongs to a topic. */
export function isStandingOf(topic: GlobalTopic, availability: Availability): boolean {
  if (topic === 'changes' || topic === 'overview') return true;
  if (topic === 'conflicts') return availability === 'hostile';
  return topic === 'problems' && isUnavailable(availability);
}
