import type { CollectionManifest } from '@arbiter/contracts';

const SETTINGS = [
  'formatVersion',
  'embeddingModel',
  'dimensions',
  'language',
  'analyser',
  'chunkerVersion',
  'vectorStore',
  'keywordStore',
] as const satisfies readonly (keyof CollectionManifest)[];

/** What a manifest holds where another differs, as `name value`; the time of creation is no setting. */
export function differingSettings(present: CollectionManifest, wanted: CollectionManifest): string[] {
  return SETTINGS.filter((key) => present[key] !== wanted[key]).map((key) => `${key} ${present[key]}`);
}
