import { splitSentences } from '@arbiter/text';

/** Words of the prompt alone: a tag around fenced text, whatever has become of its id, what the id is called, the path above a source. */
const PROMPT_WORDS: readonly RegExp[] = [/<\/?\p{L}+-fence/iu, /\bfence id\b/i, / › /];
/** Words of a run by which instructions are known again. */
const RUN = 3;
/** Share of the runs of a sentence that stand in the instructions from which on it repeats them, 0–1. */
const MOST_REPEATED = 0.6;

export interface PromptParts {
  readonly question: string;
  readonly instructions: readonly string[];
  readonly fenceId: string;
  /** Texts of the sources, whose own words are no repetition. */
  readonly sources: readonly string[];
}

/** What small models write instead of an answer: tags, paths, rules and the question of their prompt. */
export class RepeatedPrompt {
  /** The whole question, and each sentence of it. */
  readonly #asked: ReadonlySet<string>;
  readonly #runs: ReadonlySet<string>;
  readonly #fenceId: string;
  readonly #foreign: readonly RegExp[];

  constructor({ question, instructions, fenceId, sources }: PromptParts) {
    const sentences = splitSentences(question).map(({ start, end }) => question.slice(start, end));
    this.#asked = new Set([question, ...sentences].map((text) => wordsOf(text).join(' ')));
    this.#runs = new Set(instructions.flatMap((text) => runsOf(wordsOf(text))));
    this.#fenceId = fenceId;
    this.#foreign = PROMPT_WORDS.filter((words) => !sources.some((text) => words.test(text)));
  }

  /** @param sentence without markers */
  isIn(sentence: string): boolean {
    if (this.#fenceId !== '' && sentence.includes(this.#fenceId)) return true;
    if (this.#foreign.some((words) => words.test(sentence))) return true;
    const words = wordsOf(sentence);
    if (this.#asked.has(words.join(' '))) return true;
    const runs = runsOf(words);
    return runs.length > 0 && runs.filter((run) => this.#runs.has(run)).length >= MOST_REPEATED * runs.length;
  }
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

function runsOf(words: readonly string[]): string[] {
  return words.slice(RUN - 1).map((_, at) => words.slice(at, at + RUN).join(' '));
}
