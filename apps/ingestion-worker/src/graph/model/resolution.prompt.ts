import type { GenerationRequest } from '@arbiter/ports';
import { Fence, FENCED_TEXT_RULES, trimText, type FenceIds } from '@arbiter/prompting';

/** Changes with every word of the prompt: what was decided with another one is asked again. */
export const RESOLUTION_PROMPT_VERSION = 'entity-resolution-1';

/** What documents say of one of two things. */
export interface ThingCard {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly type: string;
  /** The sentence that says best what it is; empty if none does. */
  readonly definition: string;
  /** Such as "kept_by Orsolya Beck". */
  readonly relations: readonly string[];
}

export type PairCards = readonly [ThingCard, ThingCard];

const DEFINITION_TOKENS = 90;
const SHOWN_ALIASES = 6;
/** Of an answer: a few words for each pair. */
const TOKENS_OF_A_PAIR = 40;

const TASK = `Documents name things in several ways. For each numbered pair, say whether both names are of one and the same thing. "yes" only \
if the text about them leaves no doubt: a title, a trade or a nickname beside the same name, with facts that fit together. "no" if \
they are two things, such as relatives, a whole and its part, or a thing and its owner. Else "unsure". Answer with nothing but the \
JSON that is asked for.`;

const SCHEMA = {
  type: 'object',
  properties: {
    pairs: {
      type: 'array',
      items: {
        type: 'object',
        properties: { number: { type: 'integer' }, same: { type: 'string', enum: ['yes', 'no', 'unsure'] } },
        required: ['number', 'same'],
        additionalProperties: false,
      },
    },
  },
  required: ['pairs'],
  additionalProperties: false,
};

export function resolutionRequest(pairs: readonly PairCards[], ids: FenceIds): GenerationRequest {
  const texts = pairs.map(([one, other]) => `A: ${describeThing(one)}\nB: ${describeThing(other)}`);
  const fence = new Fence(ids, texts);
  return {
    prompt: RESOLUTION_PROMPT_VERSION,
    system: `${TASK}\n\n${FENCED_TEXT_RULES}`,
    messages: [
      {
        role: 'user',
        text: [
          ...texts.map((text, at) => fence.around('source', at + 1, text)),
          `The fence id of this request is ${fence.id}. Are A and B of each source the same thing?`,
        ].join('\n\n'),
      },
    ],
    maxTokens: 100 + TOKENS_OF_A_PAIR * pairs.length,
    temperature: 0,
    output: { name: 'same_things', schema: SCHEMA },
    cacheableMessages: 0,
  };
}

/** Whether each pair is one thing; null where the model does not say, is unsure, or says both. */
export function readResolution(output: unknown, count: number): (boolean | null)[] {
  const said = new Map<number, boolean | null>();
  for (const item of itemsOf(output)) {
    const { number, same } = item;
    if (typeof number !== 'number') continue;
    const decision = same === 'yes' ? true : same === 'no' ? false : null;
    said.set(number, said.has(number) && said.get(number) !== decision ? null : decision);
  }
  return Array.from({ length: count }, (_, at) => said.get(at + 1) ?? null);
}

function itemsOf(output: unknown): readonly { readonly number?: unknown; readonly same?: unknown }[] {
  const pairs = typeof output === 'object' && output !== null && 'pairs' in output ? output.pairs : null;
  return Array.isArray(pairs) ? pairs.filter((item: unknown) => typeof item === 'object' && item !== null) : [];
}

function describeThing({ name, aliases, type, definition, relations }: ThingCard): string {
  const also = aliases.length === 0 ? '' : `, also called ${aliases.slice(0, SHOWN_ALIASES).join(', ')}`;
  const facts = relations.length === 0 ? '' : ` It is ${relations.join('; ')}.`;
  return `${name}${also} (${type}). ${trimText(definition, name, DEFINITION_TOKENS)}${facts}`;
}
