import type { Register } from './commands/register.js';

export interface ListedCommand {
  readonly name: string;
  /** What follows the name in the list of commands. */
  readonly words: string;
  readonly summary: string;
  /** The command with its options, and all that it needs to run: most of the program, so nobody loads it to list it. */
  readonly load: () => Promise<Register>;
}

/** In the order of the help. A test holds the words to what each command registers. */
export const COMMANDS: readonly ListedCommand[] = [
  {
    name: 'ingest',
    words: '[options] [path...]',
    summary: 'read documents into the library',
    load: async () => (await import('./commands/ingest.command.js')).registerIngest,
  },
  {
    name: 'jobs',
    words: '',
    summary: 'list, follow, stop and retry ingestion jobs',
    load: async () => (await import('./commands/jobs.command.js')).registerJobs,
  },
  {
    name: 'schedules',
    words: '',
    summary: 'list and remove what is ingested again and again',
    load: async () => (await import('./commands/schedules.command.js')).registerSchedules,
  },
  {
    name: 'reindex',
    words: '[options] <collection>',
    summary: 'rebuild the indexes of a collection from its stored documents',
    load: async () => (await import('./commands/reindex.command.js')).registerReindex,
  },
  {
    name: 'ask',
    words: '[options] <question...>',
    summary: 'answer a question with citations, or decline it',
    load: async () => (await import('./commands/ask.command.js')).registerAsk,
  },
  {
    name: 'search',
    words: '[options] <query...>',
    summary: 'list the passages that match best',
    load: async () => (await import('./commands/search.command.js')).registerSearch,
  },
  {
    name: 'answers',
    words: '[options]',
    summary: 'list the answers that are kept',
    load: async () => (await import('./commands/answers.command.js')).registerAnswers,
  },
  {
    name: 'replay',
    words: '[options] <id>',
    summary: 'show an answer step by step, and make it once more',
    load: async () => (await import('./commands/replay.command.js')).registerReplay,
  },
  {
    name: 'costs',
    words: '[options]',
    summary: 'sum what language models were asked and cost',
    load: async () => (await import('./commands/costs.command.js')).registerCosts,
  },
  {
    name: 'serve',
    words: '',
    summary: 'serve the library over HTTP',
    load: async () => (await import('./commands/serve.command.js')).registerServe,
  },
  {
    name: 'mcp',
    words: '',
    summary: 'serve the library to an MCP client over stdio',
    load: async () => (await import('./commands/mcp.command.js')).registerMcp,
  },
  {
    name: 'doctor',
    words: '',
    summary: 'say what is there, and what each missing thing would add',
    load: async () => (await import('./commands/doctor.command.js')).registerDoctor,
  },
  {
    name: 'config',
    words: '',
    summary: 'print the configuration that holds',
    load: async () => (await import('./commands/config.command.js')).registerConfig,
  },
  {
    name: 'trust',
    words: '',
    summary: 'follow the settings and packs of a folder',
    load: async () => (await import('./commands/trust.command.js')).registerTrust,
  },
  {
    name: 'demo',
    words: '',
    summary: 'read the sample domain and ask it four questions',
    load: async () => (await import('./commands/demo.command.js')).registerDemo,
  },
  {
    name: 'domain',
    words: '',
    summary: 'make, check and list domain packs',
    load: async () => (await import('./commands/domain.command.js')).registerDomain,
  },
  {
    name: 'models',
    words: '',
    summary: 'fetch and look after further models',
    load: async () => (await import('./commands/models.command.js')).registerModels,
  },
  {
    name: 'eval',
    words: '',
    summary: 'measure how good the answers are',
    load: async () => {
      const { loadDeveloperEvaluations } = await import('./commands/developer-evaluations.js');
      const { registerEval } = await import('./commands/eval.command.js');
      return registerEval(await loadDeveloperEvaluations());
    },
  },
  {
    name: 'calibrate',
    words: '[options]',
    summary: 'fit from when on a claim counts as supported to labelled claims of a domain',
    load: async () => (await import('./commands/calibrate.command.js')).registerCalibrate,
  },
  {
    name: 'bench',
    words: '[name] [arguments...]',
    summary: 'run a benchmark of this repository',
    load: async () => (await import('./commands/bench.command.js')).registerBench,
  },
];
