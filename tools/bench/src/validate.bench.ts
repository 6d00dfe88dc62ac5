import { createOnnxEmbedder } from '@arbiter/adapters-onnx';
import { SYSTEM_CLOCK, type Clock, type Embedder } from '@arbiter/ports';
import {
  defineBenchmark,
  median,
  percentile,
  prefixFigures,
  wholeNumber,
  type Measured,
  type OptionsOf,
} from './benchmark.js';
import {
  MeasuredValidator,
  ReadingLibrary,
  SHAPES,
  SOURCE_CHARACTERS,
  type ReadingMatter,
  type Shape,
} from './validate/reading-matter.js';

const OPTIONS = {
  /** Claims of an answer. */
  claims: wholeNumber(8),
  sources: wholeNumber(5),
  /** Answers of each shape. */
  rounds: wholeNumber(40),
};

interface Small {
  /** Numbers of claims and of sources that are tried with each other, reworded; a quarter of the rounds each. */
  readonly grid?: { readonly claims: readonly number[]; readonly sources: readonly number[] };
  /** Embedder that the validator is compared with. Default: the shipped one. It is closed at the end. */
  readonly embedder?: Embedder;
  readonly clock?: Clock;
}

/** Times of one answer. */
interface Taken {
  readonly ms: number;
  /** Processor time of all threads. */
  readonly cpuMs: number;
  readonly claims: number;
}

/** Answers before those that count: the network is loaded and the code compiled with them. */
const WARM_UP = 6;

/**
 * What the validation of an answer takes, by the operation with its defaults, without a language model. No sources come
 * twice. Beside it, in the same round, what the embedder takes for the same sources and answer: the floor.
 */
export async function benchValidate({
  claims,
  sources,
  rounds,
  grid = { claims: [2, 4, 8, 16], sources: [5, 10] },
  embedder = createOnnxEmbedder(),
  clock = SYSTEM_CLOCK,
}: OptionsOf<typeof OPTIONS> & Small): Promise<Measured> {
  const library = await ReadingLibrary.open();
  const validator = await MeasuredValidator.start();
  const signal = new AbortController().signal;
  let seed = 0;
  const next = (shape: Shape, ofClaims: number, ofSources: number): ReadingMatter =>
    library.matter(seed++, shape, ofClaims, ofSources);

  const taken = async (work: () => Promise<number>): Promise<Taken> => {
    const [start, cpu] = [clock.monotonic(), process.cpuUsage()];
    const claims = await work();
    const { user, system } = process.cpuUsage(cpu);
    return { ms: clock.monotonic() - start, cpuMs: (user + system) / 1_000, claims };
  };
  const validated = (matter: ReadingMatter): Promise<Taken> =>
    taken(async () => (await validator.validate(matter)).checks.support.perClaim.length);
  const embedded = ({ sources, answer }: ReadingMatter): Promise<Taken> =>
    taken(async () => {
      const texts = [...sources.map(({ content }) => content), answer];
      return (await embedder.embed(texts, { kind: 'query', signal })).length;
    });

  try {
    for (let round = 0; round < WARM_UP; round++) await validated(next('mixed', claims, sources));
    const figures: Record<string, number> = {};
    for (const shape of SHAPES) {
      const answers: Taken[] = [];
      const floors: Taken[] = [];
      for (let round = 0; round < rounds; round++) {
        const matter = next(shape, claims, sources);
        answers.push(await validated(matter));
        floors.push(await embedded(matter));
      }
      const ofEmbedder = figuresOf(floors);
      Object.assign(figures, prefixFigures(shape, figuresOf(answers)), {
        [`${shape}EmbedderCpuMs`]: ofEmbedder.cpuMs,
        [`${shape}CpuToEmbedder`]: median(answers.map(({ cpuMs }, i) => cpuMs / Math.max(1e-9, floors[i]?.cpuMs ?? 1))),
      });
    }
    for (const ofClaims of grid.claims) {
      for (const ofSources of grid.sources) {
        const answers: Taken[] = [];
        for (let round = 0; round < Math.ceil(rounds / 4); round++) {
          answers.push(await validated(next('reworded', ofClaims, ofSources)));
        }
        figures[`grid${ofClaims}Claims${ofSources}SourcesCpuMs`] = figuresOf(answers).cpuMs;
      }
    }
    return {
      versions: { model: embedder.model },
      figures,
      notes: [
        `Answers of ${claims} sentences over ${sources} sources of ${SOURCE_CHARACTERS} characters from the sample domain, ${rounds} of each shape, none of them twice; claims is how many were found in an answer.`,
        'cpuMs is the processor time of all threads, the median; where others use the machine it says more than p95Ms.',
        'cpuToEmbedder is the processor time over that of embedding the same sources and the same answer once.',
        `grid…: reworded answers, ${Math.ceil(rounds / 4)} each.`,
      ],
    };
  } finally {
    await validator.close();
    await embedder.close();
  }
}

export default defineBenchmark({ options: OPTIONS, packages: ['onnxruntime-node'], measure: benchValidate });

function figuresOf(all: readonly Taken[]): {
  p50Ms: number;
  p95Ms: number;
  cpuMs: number;
  claims: number;
} {
  return {
    p50Ms: median(all.map(({ ms }) => ms)),
    p95Ms: percentile(
      all.map(({ ms }) => ms),
      0.95,
    ),
    cpuMs: median(all.map(({ cpuMs }) => cpuMs)),
    claims: median(all.map(({ claims }) => claims)),
  };
}
