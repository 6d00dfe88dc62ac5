import { askedAccount } from '@arbiter/composition';
import type { Passage, QueryType } from '@arbiter/contracts';
import type { Composition } from '../compose-answer.js';
import type { ReadPart } from '../reading/judge-parts.js';
import type { JudgedSentence } from '../reading/judge-sentences.js';
import { writeAccount } from './write-account.js';
import { writeChain } from './write-chain.js';
import { writeComparison } from './write-comparison.js';
import { writeList } from './write-list.js';
import { writeLookup } from './write-lookup.js';
import { writeProcedure } from './write-procedure.js';

/** What an answer is written from. */
export interface ReadQuestion {
  readonly query: string;
  /** Best first: those that were read, and what ranks below them, which may hold the rest of a list. */
  readonly passages: readonly Passage[];
  /** Sentences of the passages that were read, with the whole question. */
  readonly whole: readonly JudgedSentence[];
  /** The same for each part of a question that was broken into parts. */
  readonly parts: readonly ReadPart[];
  /** ≥ 1. */
  readonly maxSentences: number;
}

/** What is said, and in which order; nothing where no sentence promises to answer. */
export type Writer = (question: ReadQuestion) => Composition;

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
