import { askedAccount } from '@arbiter/composition';
import type { QueryType } from '@arbiter/contracts';
import type { Composition } from '../sentences/compose-answer.js';
import type { ReadQuestion } from './choose-answers.js';
import { writeAccount } from './write-account.js';
import { writeList, writeProcedure } from './write-list.js';
import { writeLookup } from './write-lookup.js';
import { writeChain, writeComparison } from './write-parts.js';

/** What is said, and in which order; nothing where no sentence promises to answer. */
type Writer = (question: ReadQuestion) => Composition;

const WRITERS: Readonly<Record<QueryType, Writer>> = {
  simple_lookup: writeLookup,
  procedural: writeProcedure,
  comparative: writeComparison,
  multi_hop: writeChain,
  list_building: writeList,
};

/** The writer for a question: of its account where it asks for one, else of its type. */
export function writerOf(query: string, queryType: QueryType): Writer {
  const account = queryType === 'comparative' ? null : askedAccount(query);
  return account ? (question) => writeAccount(question, account) : WRITERS[queryType];
}
