import { costOf, MeteredLanguageModel } from '@arbiter/adapter-kit/language-model';
import { openLanguageModel } from '@arbiter/backends';
import type { ModelUsage, PriceTable } from '@arbiter/contracts';
import { type GenerationRequest, type LanguageModel, SYSTEM_CLOCK } from '@arbiter/ports';
import type { RetrieverArmConfig } from '@arbiter/retriever-arm';
import type { DoctorFinding } from './examine-stores.js';

/** So short that no vendor charges a cent for it; long enough for a model that thinks before it answers. */
const TRIAL: GenerationRequest = {
  prompt: 'trial-1',
  system: 'Answer in one word.',
  messages: [{ role: 'user', text: 'What colour is a clear sky by day?' }],
  maxTokens: 64,
  temperature: 0,
};
/** Longest answer that is shown, in UTF-16 code units. */
const SHOWN = 60;

/** Asks the language model of the answers one question: whether it writes, how long that takes, and what it costs. */
export async function examineLanguageModel(
  settings: RetrieverArmConfig,
  prices: PriceTable | null,
): Promise<Omit<DoctorFinding, 'name'>> {
  const { synthesisModel, synthesisThinkingTokens: thinkingTokens } = settings;
  if (synthesisModel === undefined)
    return {
      status: 'missing',
      detail: 'SYNTHESIS_MODEL is not set: answers are made of the sources’ own sentences',
      adds: 'answers in its own words, checked the same way',
    };
  const model = await openLanguageModel(synthesisModel, 'SYNTHESIS_MODEL', settings, { thinkingTokens });
  try {
    return { status: 'ok', detail: await tried(model, prices) };
  } finally {
    await model.close();
  }
}

async function tried(model: LanguageModel, prices: PriceTable | null): Promise<string> {
  const metered = new MeteredLanguageModel(model, 'synthesise', {}, SYSTEM_CLOCK);
  const begun = SYSTEM_CLOCK.monotonic();
  const { text } = await metered.generate(TRIAL, { signal: new AbortController().signal });
  const seconds = ((SYSTEM_CLOCK.monotonic() - begun) / 1_000).toFixed(1);
  const said = text.replace(/\s+/g, ' ').trim().slice(0, SHOWN).toWellFormed();
  const answered = said === '' ? 'answered with nothing' : `answered “${said}”`;
  return `${model.name}, ${answered} in ${seconds} s${spent(metered.report().usage, prices)}`;
}

function spent(usage: ModelUsage | undefined, prices: PriceTable | null): string {
  if (!usage) return '';
  const tokens = `, ${usage.inputTokens} tokens read and ${usage.outputTokens} written`;
  if (!prices) return tokens;
  const { amount, currency, unpriced } = costOf([usage], prices);
  return unpriced.length > 0
    ? `${tokens}, MODEL_PRICES does not name it`
    : `${tokens}, ${amount.toFixed(6)} ${currency}`;
}
