import {
  findEntities,
  listDocuments,
  listEntityNames,
  listPrompts,
  listSessions,
  type DomainPrompt,
} from '@arbiter/contracts';
import type { CompleteResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { fullNameOf } from '../domain-prompts.js';
import { invalidParams, type CallOptions, type OperationCaller } from '../operation-calls.js';
import { collectionNames, LibraryDomains } from '../resources/resource-uris.js';

/** As the protocol has it. */
const MAX_VALUES = 100;
/** A list is looked through page by page no further than this; clients ask with every key that is pressed. */
const MAX_PAGES = 10;
const PAGE_SIZE = 200;

export const CompleteParams = z.looseObject({
  ref: z.discriminatedUnion('type', [
    z.looseObject({ type: z.literal('ref/prompt'), name: z.string() }),
    z.looseObject({ type: z.literal('ref/resource'), uri: z.string() }),
  ]),
  argument: z.looseObject({ name: z.string(), value: z.string().max(1_000) }),
  context: z.looseObject({ arguments: z.record(z.string(), z.string()).optional() }).optional(),
});
export type CompleteParams = z.output<typeof CompleteParams>;

interface Asked {
  /** As far as it has been written. */
  readonly value: string;
  /** The other parts that are known. */
  readonly known: Readonly<Record<string, string>>;
  readonly caller: OperationCaller;
  readonly options: CallOptions;
}

/** What the parts of each kind of address may be, by its scheme and the part's name; an unknown part has no values. */
const PARTS: Readonly<Record<string, Readonly<Record<string, (asked: Asked) => Promise<readonly string[]>>>>> = {
  document: { domain: domains, path: paths, id: ids },
  entity: { domain: domains, type: types, name: names },
  context: { sessionId: sessions },
};

/**
 * Values for an argument of a prompt, or for a part of a resource's address, that begin with what is written, then those that
 * hold it.
 *
 * @throws ProtocolError invalid params for a prompt or a template that is not there
 */
export async function complete(
  { ref, argument, context }: CompleteParams,
  caller: OperationCaller,
  options: CallOptions,
): Promise<CompleteResult> {
  const asked = { value: argument.value, known: context?.arguments ?? {}, caller, options };
  const values =
    ref.type === 'ref/prompt'
      ? await ofPrompt(ref.name, argument.name, asked)
      : await ofResource(ref.uri, argument.name, asked);
  const fitting = fit(values, argument.value);
  return {
    completion: {
      values: fitting.slice(0, MAX_VALUES),
      total: fitting.length,
      hasMore: fitting.length > MAX_VALUES,
    },
  };
}

async function ofResource(template: string, part: string, asked: Asked): Promise<readonly string[]> {
  const [scheme = ''] = template.split('://');
  const parts = Object.hasOwn(PARTS, scheme) ? PARTS[scheme] : undefined;
  if (!parts)
    throw invalidParams(`There is no template "${template}"; resources/templates/list names those that there are.`);
  return Object.hasOwn(parts, part) ? ((await parts[part]?.(asked)) ?? []) : [];
}

/** An argument names something of the prompt's domain. */
async function ofPrompt(fullName: string, name: string, asked: Asked): Promise<readonly string[]> {
  const { prompts } = await asked.caller.request(listPrompts, {}, asked.options);
  const prompt = prompts.find((one) => fullNameOf(one) === fullName);
  const argument = prompt?.arguments.find((one) => one.name === name);
  if (!prompt || !argument) throw invalidParams(`There is no argument "${name}" of a prompt "${fullName}".`);
  return [...(argument.default === undefined ? [] : [argument.default]), ...(await namesIn(prompt, asked))];
}

async function namesIn({ domain }: DomainPrompt, asked: Asked): Promise<readonly string[]> {
  return names({ ...asked, known: { domain } });
}

async function domains({ caller, options }: Asked): Promise<readonly string[]> {
  const [known, collections] = await Promise.all([
    LibraryDomains.read(caller, options),
    collectionNames(caller, options),
  ]);
  return collections.map((collection) => known.domainOf(collection));
}

async function paths(asked: Asked): Promise<readonly string[]> {
  return (await documents(asked)).map(({ source }) => source);
}

async function ids(asked: Asked): Promise<readonly string[]> {
  return (await documents(asked)).filter(({ source }) => source === asked.known.path).map(({ id }) => id);
}

function documents(asked: Asked) {
  const { caller, options } = asked;
  return pages(asked, async (collection, after) => {
    const from = after === null ? {} : { after };
    const page = await caller.request(listDocuments, { collection, limit: PAGE_SIZE, ...from }, options);
    return { items: page.documents, next: page.next };
  });
}

async function types(asked: Asked): Promise<readonly string[]> {
  return (await listedNames(asked)).map(({ type }) => type);
}

async function names(asked: Asked): Promise<readonly string[]> {
  const { value, known, caller, options } = asked;
  const { type } = known;
  if (value.trim() === '') {
    const listed = await listedNames(asked);
    return listed.filter((one) => type === undefined || one.type === type).map(({ name }) => name);
  }
  const found = await pages(asked, async (collection) => {
    const query = { collection, name: value, limit: MAX_VALUES, ...(type !== undefined && { type }) };
    return { items: (await caller.request(findEntities, query, options)).entities, next: null };
  });
  return found.map(({ name }) => name);
}

function listedNames(asked: Asked) {
  const { caller, options } = asked;
  return pages(asked, async (collection, after) => {
    const from = after === null ? {} : { after };
    const page = await caller.request(listEntityNames, { collection, limit: PAGE_SIZE, ...from }, options);
    return { items: page.entities, next: page.next };
  });
}

async function sessions({ caller, options }: Asked): Promise<readonly string[]> {
  return (await caller.request(listSessions, { limit: MAX_VALUES }, options)).sessions.map(({ id }) => id);
}

/** What the collections of the domain hold that is known already; of all, where none is. */
async function pages<T>(
  { known, caller, options }: Asked,
  read: (collection: string, after: string | null) => Promise<{ items: readonly T[]; next: string | null }>,
): Promise<T[]> {
  const there = await collectionNames(caller, options);
  const { domain } = known;
  const wanted = domain === undefined ? there : (await LibraryDomains.read(caller, options)).collectionsOf(domain);
  const all: T[] = [];
  let left = MAX_PAGES;
  for (const collection of there.filter((name) => wanted.includes(name))) {
    let after: string | null = null;
    do {
      if (left === 0) return all;
      left -= 1;
      const page = await read(collection, after);
      all.push(...page.items);
      after = page.next;
    } while (after !== null);
  }
  return all;
}

function fit(values: readonly string[], written: string): string[] {
  const sought = written.trim().toLowerCase();
  const holding = [...new Set(values)].filter((value) => value.toLowerCase().includes(sought));
  const begins = (value: string): boolean => value.toLowerCase().startsWith(sought);
  return [...holding.filter(begins), ...holding.filter((value) => !begins(value))];
}
