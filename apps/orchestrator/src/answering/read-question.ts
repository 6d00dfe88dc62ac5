import {
  counted,
  ArbiterError,
  collectionsThereAre,
  listCollections,
  reachable,
  MAX_QUERY_LENGTH,
  type QueryRequest,
  unknownName,
} from '@arbiter/contracts';
import type { OperationClient, OperationContext } from '@arbiter/messaging';
import { canonicalQuestion } from '@arbiter/text';
import type { DomainCatalog } from '@arbiter/ports';
import type { ContextMemory, QuestionContext } from '../memory/context-memory.js';
import type { StageResult } from './stage-clock.js';
import { domainOf, type Inquiry } from './inquiry.js';

export interface ReadQuestion {
  /** The part of the library to search. */
  readonly scope: Scope;
  /** In its canonical form, as the session makes it read: with names in the place of "it" and "there". */
  readonly question: string;
  /** Further context from the session. */
  readonly opened: QuestionContext;
  /** Names the memory when it was away: the question is then read as it stands. */
  readonly degraded: readonly string[];
}

/** @throws ArbiterError NOT_FOUND for an unknown domain */
export async function readQuestion(
  { memory, ...ports }: ScopePorts & { readonly memory: ContextMemory },
  asked: QueryRequest,
  context: OperationContext,
): Promise<StageResult<ReadQuestion>> {
  const { value: scope, detail } = await resolveScope(ports, asked, context);
  const { query, sessionId, history } = asked;
  const domain = domainOf({ request: asked, ...scope }) ?? null;
  const opened = await memory.open({ sessionId, history, question: canonical(query), domain }, context.signal);
  const { question } = opened;
  const value = { scope, question, opened, degraded: opened.unavailable ? ['memory'] : [] };
  return { value, detail: question === query ? detail : `${detail}, read as "${question}"` };
}

/** However a question is typed, it is searched for, read and judged in one form. */
function canonical(query: string): string {
  const question = canonicalQuestion(query);
  return question.length <= MAX_QUERY_LENGTH ? question : query;
}

/** The part of the library that a question is about. */
export type Scope = Pick<Inquiry, 'collections' | 'authorities' | 'hypothesisPrompt'>;

/** Name of the prompt of a pack by which a hypothetical passage is written; its one argument is `query`. */
const HYPOTHESIS_PROMPT = 'hypothesis';

/** Ports that look up domains. */
export interface ScopePorts {
  readonly domains: DomainCatalog;
  readonly client: OperationClient;
}

/**
 * A domain is asked in those of its collections that there are: what of its sources has not been read yet keeps the rest from
 * nothing.
 *
 * @throws ArbiterError NOT_FOUND for an unknown domain, naming those there are
 */
export async function resolveScope(
  { domains, client }: ScopePorts,
  { domain, collections }: Pick<QueryRequest, 'domain' | 'collections'>,
  context: OperationContext,
): Promise<StageResult<Scope>> {
  if (domain === undefined) {
    const detail = collections ? counted(collections.length, 'collection') : 'the whole library';
    return { value: { collections, authorities: new Map(), hypothesisPrompt: undefined }, detail };
  }
  const { signal } = context;
  const pack = await domains.get(domain, signal);
  if (!pack) {
    const installed = (await domains.list(signal)).map(({ config }) => config.domain);
    const known = reachable(context.principal, installed);
    throw new ArbiterError(
      'NOT_FOUND',
      `${unknownName('There is no domain', domain, known)} ${known.length > 0 ? `Installed: ${known.join(', ')}.` : 'None is installed.'}`,
      { details: { domain } },
    );
  }
  const types = Object.entries(pack.config.validation.sourceAuthority);
  const authorities = new Map(types.map(([type, authority]) => [type.toLowerCase(), authority]));
  const hypothesisPrompt = pack.prompts.find(({ name }) => name === HYPOTHESIS_PROMPT)?.template;
  const asked = collections ?? (await thoseThereAre(pack.collections, client, context));
  const value = { collections: asked, authorities, hypothesisPrompt };
  return { value, detail: `domain ${domain}` };
}

/** @returns all the named collections if none exists yet or the list cannot be read */
async function thoseThereAre(
  named: readonly string[],
  client: OperationClient,
  parent: OperationContext,
): Promise<readonly string[]> {
  if (named.length <= 1) return named;
  try {
    const { collections } = await client.request(listCollections, {}, { parent });
    return collectionsThereAre(named, collections);
  } catch {
    parent.signal.throwIfAborted();
    return named;
  }
}
