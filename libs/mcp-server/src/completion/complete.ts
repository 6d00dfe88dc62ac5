import { findEntities, listEntityNames, listSessions } from '@arbiter/contracts';
import type { CompleteResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { findPrompt } from '../domain-prompts.js';
import { pagesOf, type Library } from '../library.js';
import { invalidParams } from '../operation-calls.js';

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
  readonly library: Library;
}

/** What the parts of each kind of address may be, by its scheme and the part's name; an unknown part has no values. */
const PARTS: Readonly<Record<string, Readonly<Record<string, (asked: Asked) => Promise<readonly string[]>>>>> = {
  document: {
    domain: domains,
    path: async (asked) => (await documents(asked)).map(({ source }) => source),
    id: async (asked) =>
      (await documents(asked)).filter(({ source }) => source === asked.known.path).map(({ id }) => id),
  },
  entity: { domain: domains, type: async (asked) => (await listedNames(asked)).map(({ type }) => type), name: names },
  context: {
    sessionId: async ({ library }) =>
      (await library.ask(listSessions, { limit: MAX_VALUES })).sessions.map(({ id }) => id),
  },
};

/**
 * Values for an argument of a prompt, or for a part of a resource's address, that begin with what is written, then those that
 * hold it.
 *
 * @throws ProtocolError invalid params for a prompt or a template that is not there
 */
export async function complete({ ref, argument, context }: CompleteParams, library: Library): Promise<CompleteResult> {
  const asked = { value: argument.value, known: context?.arguments ?? {}, library };
  const values =
    ref.type === 'ref/prompt'
      ? await ofPrompt(ref.name, argument.name, asked)
      : await ofResource(ref.uri, argument.name, asked);
  const fitting = fit(values, argument.value);
  const total = fitting.length;
  return { completion: { values: fitting.slice(0, MAX_VALUES), total, hasMore: total > MAX_VALUES } };
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
  const prompt = await findPrompt(fullName, asked.library);
  const argument = prompt?.arguments.find((one) => one.name === name);
  if (!prompt || !argument) throw invalidParams(`There is no argument "${name}" of a prompt "${fullName}".`);
  const { default: preset } = argument;
  return [...(preset === undefined ? [] : [preset]), ...(await names({ ...asked, known: { domain: prompt.domain } }))];
}

async function domains({ library }: Asked): Promise<readonly string[]> {
  const [places, collections] = await Promise.all([library.places(), library.collections()]);
  return collections.map((collection) => places.domainOf(collection));
}

async function names(asked: Asked): Promise<readonly string[]> {
  const { value, known, library } = asked;
  const { type } = known;
  const ofType = type !== undefined && { type };
  const found =
    value.trim() === ''
      ? (await listedNames(asked)).filter((one) => type === undefined || one.type === type)
      : await gather(asked, async function* (collection) {
          const query = { collection, name: value, limit: MAX_VALUES, ...ofType };
          yield (await library.ask(findEntities, query)).entities;
        });
  return found.map(({ name }) => name);
}

function documents(asked: Asked) {
  return gather(asked, (collection) => asked.library.documents(collection));
}

function listedNames(asked: Asked) {
  return gather(asked, (collection) =>
    pagesOf(async (from) => {
      const query = { collection, limit: PAGE_SIZE, ...from };
      const { entities: items, next } = await asked.library.ask(listEntityNames, query);
      return { items, next };
    }),
  );
}

/** What the collections of the domain hold that is known already; of all, where none is. */
async function gather<T>(
  { known: { domain }, library }: Asked,
  pagesIn: (collection: string) => AsyncIterable<readonly T[]>,
): Promise<T[]> {
  const there = await library.collections();
  const wanted = domain === undefined ? there : (await library.places()).collectionsOf(domain);
  const all: T[] = [];
  let left = MAX_PAGES;
  for (const collection of there.filter((name) => wanted.includes(name))) {
    for await (const page of pagesIn(collection)) {
      all.push(...page);
      left -= 1;
      if (left === 0) return all;
    }
  }
  return all;
}

function fit(values: readonly string[], written: string): string[] {
  const sought = written.trim().toLowerCase();
  const holding = [...new Set(values)].filter((value) => value.toLowerCase().includes(sought));
  const begins = (value: string): boolean => value.toLowerCase().startsWith(sought);
  return [...holding.filter(begins), ...holding.filter((value) => !begins(value))];
}
