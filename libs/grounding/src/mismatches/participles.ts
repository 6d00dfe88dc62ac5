import { stem } from '@arbiter/text';

/** From the stems of irregular participles to those of their verbs. */
const BASE_FORMS: ReadonlyMap<string, string> = new Map(
  `kept/keep built/build held/hold led/lead made/make found/find taken/take given/give written/write known/know seen/see
   sold/sell bought/buy won/win fought/fight sent/send told/tell left/leave lost/lose paid/pay taught/teach brought/bring
   caught/catch thrown/throw drawn/draw driven/drive broken/break chosen/choose stolen/steal beaten/beat worn/wear
   borne/bear struck/strike hidden/hide slain/slay bound/bind wound/wind sung/sing begun/begin stood/stand lent/lend
   meant/mean met/meet fed/feed shot/shoot dug/dig hung/hang felt/feel heard/hear run/run ruled/rule`
    .split(/\s+/)
    .map((pair) => {
      const [participle = '', base = ''] = pair.split('/').map(stem);
      return [participle, base];
    }),
);
const ENDING = /(?:ed|en|wn|ght|ld|nt|un|ung|ade|aid|ept|eft|ound|ut|old|ard|elt|et|ot|ug|ood|egun)$/;

/** Whether a word may be the participle of a passive. */
export function isParticiple(form: string): boolean {
  return ENDING.test(form);
}

/** @returns the stem of the verb of a participle, by its own stem */
export function baseOf(participle: string): string {
  return BASE_FORMS.get(participle) ?? participle;
}
