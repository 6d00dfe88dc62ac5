import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BattleScribeParser } from '@arbiter/adapters-battlescribe';

type RelatedFiles = NonNullable<Parameters<BattleScribeParser['parse']>[0]['related']>;

/** Catalogues of the invented game that the reader of the format is tested on. */
const FOLDER = new URL('./test/hedge-wars/', import.meta.resolve('@arbiter/adapters-battlescribe/package.json'));

export const SYSTEM = 'Hedge Wars.gst';
export const THORNWOOD = 'Growth - Thornwood Host.cat';
export const BEASTS = 'Wandering Beasts.cat';
export const CINDER = 'Embers - Cinder Court.cat';

/** The files of the invented game, by their names. */
export function hedgeWars(): Map<string, Uint8Array> {
  const names = readdirSync(fileURLToPath(FOLDER));
  return new Map(names.map((name) => [name, readFileSync(fileURLToPath(new URL(encodeURIComponent(name), FOLDER)))]));
}

/** Files that stand beside one another. */
export function beside(files: ReadonlyMap<string, Uint8Array>): RelatedFiles {
  return {
    names: [...files.keys()].sort(),
    read: (name) => {
      const bytes = files.get(name);
      return bytes ? Promise.resolve(bytes) : Promise.reject(new Error(`no ${name}`));
    },
  };
}
