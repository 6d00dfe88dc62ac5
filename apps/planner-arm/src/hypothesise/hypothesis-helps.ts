import type { QuestionType } from '@arbiter/contracts';
import { datesIn, namesIn, numbersIn, questionTerms } from '@arbiter/text';

export interface Usefulness {
  readonly helps: boolean;
  /** Why, for people. */
  readonly reason: string;
}

/** Content words from which on a question can be matched by its own words. */
const ENOUGH_WORDS = 7;
const QUOTED = /["“„«][^"“„«”»]+["”»]/;
/** Letters and digits in one word: a part number, a norm. */
const CODE = /\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]+/;

/**
 * Whether a made-up passage is worth searching with (HyDE: Gao et al., "Precise Zero-Shot Dense Retrieval without
 * Relevance Labels", ACL 2023). It bridges the words of a question and those of the documents, so it helps where a
 * question is short and names nothing; names, numbers and codes find their passages themselves, and a made-up passage
 * would add others.
 *
 * @param queryType what asks nothing of the documents, and what asks about two things at once, has no such passage
 */
export function hypothesisHelps(query: string, queryType: QuestionType): Usefulness {
  if (queryType === 'conversational' || queryType === 'out_of_scope') return no('it asks nothing of the documents');
  if (queryType === 'comparative' || queryType === 'multi_hop') return no('its parts are searched for one by one');
  if (datesIn(query).length > 0) return no('it holds a date');
  const [name] = namesIn(query);
  if (name) return no(`it names ${name.text}`);
  if (QUOTED.test(query)) return no('it quotes what it looks for');
  if (CODE.test(query)) return no('it holds a code');
  if (numbersIn(query).length > 0) return no('it holds a number');
  const words = questionTerms(query).length;
  if (words >= ENOUGH_WORDS) return no(`it has ${words} words to be found by`);
  return { helps: true, reason: 'The question is short and names nothing: documents may say it in other words.' };
}

function no(why: string): Usefulness {
  return { helps: false, reason: `Not needed: ${why}.` };
}
