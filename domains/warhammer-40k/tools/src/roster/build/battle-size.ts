import type { Catalogue } from '../model/catalogue.js';
import { walkCatalogue } from '../resolve/walk-catalogue.js';

/** "2. Strike Force (2000 Point limit)" → 2000; NaN where a name says none */
export function pointsSaidBy(name: string): number {
  const [, digits = ''] = /(\d[\d,]{1,8})[ -](?:points?|pts)\b/i.exec(name) ?? [];
  return digits === '' ? Number.NaN : Number(digits.replaceAll(',', ''));
}

/** The choice of a game system for the least points that are enough, by what it is called; undefined where none says so. */
export function smallestBattleFor(points: number, system: Catalogue): string | undefined {
  let [smallest, least]: [string | undefined, number] = [undefined, Infinity];
  for (const { kind, node } of walkCatalogue(system)) {
    const said = kind === 'entry' && node.kind === 'entry' ? pointsSaidBy(node.name) : Number.NaN;
    if (said >= points && said < least) [smallest, least] = [node.name, said];
  }
  return smallest;
}
