import type { Chunk } from '@arbiter/ports';
import { valueIfMissing, type IndexCalls, type LegName } from '../calls/index-calls.js';
import type { Candidate } from './candidate-pool.js';
import type { SearchIndexes, SearchTarget } from './search-target.js';

/** A candidate with the passage itself. */
export type Read<C extends Candidate> = C & { readonly chunk: Chunk };

const NOTHING: ReadonlyMap<string, Chunk> = new Map();

/** Reads what was found: a search finds some hundred passages and shows ten, so ids travel until texts are needed. */
export class PassageReader {
  constructor(private readonly indexes: SearchIndexes) {}

  /**
   * Both indexes hold every passage. The one that answered the search is asked, then the other one for what it lacks.
   *
   * @param calls holds the failure of an index that the other one made good
   * @returns in the same order, without passages that were removed since they were found
   * @throws ArbiterError of the last index that was asked when neither answers, and the signal's reason
   */
  async read<C extends Candidate>(candidates: readonly C[], calls: IndexCalls): Promise<Read<C>[]> {
    const targets = [...new Set(candidates.map(({ target }) => target))];
    const chunks = new Map(
      await Promise.all(
        targets.map(async (target): Promise<[SearchTarget, ReadonlyMap<string, Chunk>]> => {
          const own = candidates.filter((candidate) => candidate.target === target);
          return [target, await this.chunksOf(target, own, calls)];
        }),
      ),
    );
    return candidates.flatMap((candidate) => {
      const chunk = chunks.get(candidate.target)?.get(candidate.id);
      return chunk ? [{ ...candidate, chunk }] : [];
    });
  }

  private async chunksOf(
    target: SearchTarget,
    candidates: readonly Candidate[],
    calls: IndexCalls,
  ): Promise<ReadonlyMap<string, Chunk>> {
    const ids = candidates.map(({ id }) => id);
    const answered = candidates.some(({ scores }) => scores.vector !== undefined);
    const [first, other]: readonly [LegName, LegName] = answered ? ['vector', 'keyword'] : ['keyword', 'vector'];
    const found = await this.ask(first, target, ids, calls);
    const missing = ids.filter((id) => found?.has(id) !== true);
    if (missing.length === 0) return found ?? NOTHING;
    const rest = await this.ask(other, target, missing, calls);
    const failure = calls.failures.at(-1);
    if (found === null && rest === null && failure) throw failure.error;
    return new Map([...(found ?? []), ...(rest ?? [])]);
  }

  private ask(
    leg: LegName,
    target: SearchTarget,
    ids: readonly string[],
    calls: IndexCalls,
  ): Promise<ReadonlyMap<string, Chunk> | null> {
    const { vectorIndex, keywordIndex } = this.indexes;
    const index = leg === 'vector' ? vectorIndex : keywordIndex;
    return calls.ask(leg, target, (limited) => index.chunks(target.index, ids, limited).catch(valueIfMissing(NOTHING)));
  }
}
