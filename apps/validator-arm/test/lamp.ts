import type { Claim, Source } from '@arbiter/contracts';

/** One source, and an answer to a question about it with a claim that it states and one that it does not. */
export const LAMP =
  'Mara Fell keeps the lamp of Gull Point. The lamp burns whale oil. It was lit in 341 and is 70 feet high.';
export const QUERY = 'Who keeps the lamp of Gull Point?';
export const STATED = 'The keeper of the lamp is Mara Fell.';
export const INVENTED = 'She was born in Ostreach.';
export const ANSWER = `${STATED} [1] ${INVENTED} [1]`;

export function sourceOf(id: string, content: string): Source {
  return { id, document: id, chunkId: id, content, metadata: { title: 'Gull Point' }, score: 0.9 };
}

export function claimOf(text: string, answer = ANSWER): Claim {
  const start = answer.indexOf(text);
  return { text, type: 'fact', confidence: 0.9, start, end: start + text.length };
}

/** A judgement of {@link ANSWER} as a model should give it. */
export const JUDGEMENT = {
  sources: [{ source: 1, isrel: 'relevant' }],
  claims: [
    {
      claim: 1,
      issup: 'fully_supported',
      evidence: [{ source: 1, quote: 'Mara Fell keeps the lamp' }],
      reason: 'Said in the first sentence.',
    },
    { claim: 2, issup: 'no_support', evidence: [], reason: 'Her birth is not mentioned.' },
  ],
  isuse: { token: 'useful', reason: 'It names the keeper.', missing: [] as string[] },
};
