import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RelatedFiles } from '@arbiter/tool-sdk';

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), 'hedge-wars');

export const SYSTEM = 'Hedge Wars.gst';
export const THORNWOOD = 'Growth - Thornwood Host.cat';
export const BEASTS = 'Wandering Beasts.cat';
export const CINDER = 'Embers - Cinder Court.cat';

/** The files of the invented game, by their names. */
export function hedgeWars(): Map<string, Uint8Array> {
  return new Map(readdirSync(FOLDER).map((name) => [name, readFileSync(join(FOLDER, name))]));
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

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
export const textOf = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);
