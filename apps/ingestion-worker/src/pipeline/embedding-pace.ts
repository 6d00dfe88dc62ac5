import type { Clock } from '@arbiter/ports';

/** What is looked back at, in characters: some hundred chunks, so that a machine that becomes busy shows. */
const WINDOW_CHARACTERS = 200_000;
/** Less says nothing yet: loading the model is in it. */
const LEAST_CHARACTERS = 10_000;

interface Observation {
  readonly characters: number;
  readonly ms: number;
}

/** How fast the embedding model has read of late, whoever's job it was. */
export class EmbeddingPace {
  private observations: Observation[] = [];
  private underWay = 0;
  /** When the model was last seen to begin or to end, monotonic milliseconds. */
  private lastAt = 0;

  constructor(private readonly clock: Clock) {}

  /** Does what embeds these texts, and takes its time. What is embedded side by side shares it. */
  async observe<T>(texts: readonly string[], embed: () => Promise<T>): Promise<T> {
    if (this.underWay === 0) this.lastAt = this.clock.monotonic();
    this.underWay += 1;
    try {
      const embedded = await embed();
      const at = this.clock.monotonic();
      this.observations.push({ characters: texts.reduce((sum, { length }) => sum + length, 0), ms: at - this.lastAt });
      this.lastAt = at;
      while (charactersOf(this.observations.slice(1)) >= WINDOW_CHARACTERS) this.observations.shift();
      return embedded;
    } finally {
      this.underWay -= 1;
    }
  }

  /** @returns null while too little has been seen to say */
  get charactersPerSecond(): number | null {
    const characters = charactersOf(this.observations);
    const ms = this.observations.reduce((sum, one) => sum + one.ms, 0);
    return characters < LEAST_CHARACTERS || ms === 0 ? null : (characters / ms) * 1_000;
  }
}

function charactersOf(observations: readonly Observation[]): number {
  return observations.reduce((sum, { characters }) => sum + characters, 0);
}
