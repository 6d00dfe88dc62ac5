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
/** A JPEG file of 64 × 64 grey pixels. */
const GREY =
  '/9j/2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQH/wAALCABAAEABAR' +
  'EA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AAAAAAAAAAAAAAAAAAAAAAP/Z';
const VISION_TRIAL: GenerationRequest = {
  ...TRIAL,
  prompt: 'vision-trial-1',
  messages: [
    {
      role: 'user',
      text: 'What colour is this picture?',
      pictures: [{ mediaType: 'image/jpeg', data: Buffer.from(GREY, 'base64') }],
    },
  ],
};
const PARTS = {
  synthesise: {
    setting: 'SYNTHESIS_MODEL',
    trial: TRIAL,
    lacks: 'answers are made of the sources’ own sentences',
    adds: 'answers in its own words, checked the same way',
  },
  see: {
    setting: 'VISION_MODEL',
    trial: VISION_TRIAL,
    lacks: 'pages are read by their words',
    adds: 'what drawings, charts and photographs show, checked the same way',
  },
} as const;
/** Longest answer that is shown, in UTF-16 code units. */
const SHOWN = 60;

/** Whether a language model answers, how long that takes, and what it costs: the one that writes one question, the one that sees one picture. */
export async function examineLanguageModel(
  settings: RetrieverArmConfig,
  prices: PriceTable | null,
  role: 'synthesise' | 'see',
): Promise<Omit<DoctorFinding, 'name'>> {
  const { setting, lacks, adds } = PARTS[role];
  const name = role === 'see' ? settings.visionModel : settings.synthesisModel;
  if (name === undefined) return { status: 'missing', detail: `${setting} is not set: ${lacks}`, adds };
  const limits = role === 'see' ? {} : { thinkingTokens: settings.synthesisThinkingTokens };
  const model = await openLanguageModel(name, setting, settings, limits);
  try {
    return { status: 'ok', detail: await tried(model, role, prices) };
  } finally {
    await model.close();
  }
}

async function tried(model: LanguageModel, role: 'synthesise' | 'see', prices: PriceTable | null): Promise<string> {
  const metered = new MeteredLanguageModel(model, role, {}, SYSTEM_CLOCK);
  const begun = SYSTEM_CLOCK.monotonic();
  const { text } = await metered.generate(PARTS[role].trial, { signal: new AbortController().signal });
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
