import {
  LANGUAGE_MODEL_PROVIDERS,
  openLanguageModel,
  type LanguageModelSettings,
  type ModelOnDuty,
} from '@arbiter/backends';
import { ArbiterError } from '@arbiter/contracts';
import type { LanguageModel } from '@arbiter/ports';

/** Who checks answers: features alone, or on top of them the language model that writes answers, or one of this provider. */
export const VALIDATORS = ['writer', 'features', ...LANGUAGE_MODEL_PROVIDERS] as const;
export type Validator = (typeof VALIDATORS)[number];

export interface ValidationModelSettings extends LanguageModelSettings {
  readonly validationLlm: Validator;
  readonly validationModel: string | undefined;
  /** Name of the model that writes. */
  readonly synthesisModel: string | undefined;
}

const WITHOUT = 'set VALIDATION_LLM=features to validate without one';

/**
 * The language model of VALIDATION_LLM and VALIDATION_MODEL; null where features alone are wanted, or no model writes.
 *
 * @throws ArbiterError INVALID_REQUEST when the model or its key is not named, with both remedies: never another one
 */
export async function openValidationModel(settings: ValidationModelSettings): Promise<LanguageModel | null> {
  const { validationLlm: provider, validationModel: name } = settings;
  if (provider === 'features') return null;
  if (provider === 'writer') {
    const { synthesisModel: writer } = settings;
    return writer === undefined ? null : openLanguageModel(writer, 'SYNTHESIS_MODEL', settings, { without: WITHOUT });
  }
  if (name === undefined) {
    throw new ArbiterError(
      'INVALID_REQUEST',
      `VALIDATION_LLM is "${provider}", and VALIDATION_MODEL is not set: name a model of that provider, or set VALIDATION_LLM=features to validate without a language model.`,
      { details: { setting: 'VALIDATION_MODEL' } },
    );
  }
  const prefix = `${provider}/`;
  const prefixed = name.startsWith(prefix) ? name : prefix + name;
  return openLanguageModel(prefixed, 'VALIDATION_MODEL', settings, {
    without: WITHOUT,
  });
}

/** The one that checks answers, where it is set; the one that writes is on duty there. */
export function validationModelsOnDuty(
  { languageModel: model }: { readonly languageModel: LanguageModel | null },
  { validationLlm }: Pick<ValidationModelSettings, 'validationLlm'>,
): ModelOnDuty[] {
  return model && validationLlm !== 'writer' ? [{ model, meanwhile: 'features check answers' }] : [];
}

/** One sentence for the log of a start. */
export function describeValidator(settings: ValidationModelSettings): string {
  const { validationLlm, validationModel, synthesisModel } = settings;
  if (validationLlm === 'writer' && synthesisModel !== undefined)
    return `answers are validated with features, unsure ones with ${synthesisModel} once it has judged known claims rightly`;
  if (validationLlm !== 'features' && validationLlm !== 'writer')
    return `answers are validated with ${validationLlm}/${validationModel ?? ''}`;
  const ignored = validationModel === undefined ? '' : '; VALIDATION_MODEL is not used without VALIDATION_LLM';
  return `answers are validated with features alone, no language model is asked${ignored}`;
}
