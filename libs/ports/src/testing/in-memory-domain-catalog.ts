import { compareCodeUnits } from '@arbiter/contracts';
import type { DomainCatalog, DomainPack } from '../domain-catalog.js';
import { answer } from './answer.js';

export class InMemoryDomainCatalog implements DomainCatalog {
  readonly #packs: ReadonlyMap<string, DomainPack>;

  constructor(packs: readonly DomainPack[] = []) {
    this.#packs = new Map(packs.map((pack) => [pack.config.domain, pack]));
  }

  list(signal: AbortSignal): Promise<readonly DomainPack[]> {
    return answer(signal, () =>
      [...this.#packs.values()].sort((a, b) => compareCodeUnits(a.config.domain, b.config.domain)),
    );
  }

  get(domain: string, signal: AbortSignal): Promise<DomainPack | null> {
    return answer(signal, () => this.#packs.get(domain) ?? null);
  }
}
