import { ALL_MINILM_L6_V2 } from '@arbiter/models-all-minilm-l6-v2';
import { BGE_SMALL_EN_V1_5 } from '@arbiter/models-bge-small-en-v1.5';
import type { EmbeddingModel } from './embedding-model.js';

/** The encoders that come with Arbiter; the first is the default, the second takes half of its time and memory. */
export const PACKAGED_MODELS = [BGE_SMALL_EN_V1_5, ALL_MINILM_L6_V2] as const satisfies readonly EmbeddingModel[];
