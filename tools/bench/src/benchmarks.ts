import type { Benchmark } from './benchmark.js';

/** Name to benchmark. Loaded when it is asked for: one does not pay for the packages of another. */
export const BENCHMARKS: ReadonlyMap<string, Benchmark> = new Map<string, Benchmark>([
  ['bus', { options: {}, run: async () => (await import('./bus.bench.js')).benchBus() }],
  ['start', { options: {}, run: async () => (await import('./start.bench.js')).benchStart() }],
  ['embed', { options: {}, run: async () => (await import('./embed.bench.js')).benchEmbed() }],
  [
    'ingest',
    {
      options: { documents: '1000', chunks: '100000', pages: '300', folder: 'FOLDER' },
      run: async (words) => {
        const { benchIngest, ingestBenchOptions } = await import('./ingest.bench.js');
        return benchIngest(ingestBenchOptions(words));
      },
    },
  ],
  [
    'memory',
    {
      options: { chunks: '200000', step: '20000', vectors: 'computed' },
      run: async (words) => {
        const { benchMemory, memoryBenchOptions } = await import('./memory.bench.js');
        return benchMemory(memoryBenchOptions(words));
      },
    },
  ],
  [
    'validate',
    {
      options: { claims: '8', sources: '5', rounds: '40' },
      run: async (words) => {
        const { benchValidate, validateBenchOptions } = await import('./validate.bench.js');
        return benchValidate(validateBenchOptions(words));
      },
    },
  ],
  ['tabletop', { options: {}, run: async () => (await import('./tabletop.bench.js')).benchTabletop() }],
  [
    'graph',
    {
      options: { edges: '100000,1000000', seeds: '20', entities: '10000', queries: '100', documents: '100,1000,5000' },
      run: async (words) => {
        const { benchGraph, graphBenchOptions } = await import('./graph.bench.js');
        return benchGraph(graphBenchOptions(words));
      },
    },
  ],
  [
    'questions',
    {
      options: { sessions: '100', seconds: '60', alone: '60' },
      run: async (words) => {
        const { benchQuestions, questionsBenchOptions } = await import('./questions.bench.js');
        return benchQuestions(questionsBenchOptions(words));
      },
    },
  ],
  [
    'load',
    {
      options: { processes: '1,2,4', chunks: '5000', seconds: '15', questions: '100' },
      run: async (words) => {
        const { benchLoad, loadBenchOptions } = await import('./load.bench.js');
        return benchLoad(loadBenchOptions(words));
      },
    },
  ],
  [
    'orchestrator',
    {
      options: { seconds: '15', questions: '100', profile: 'FOLDER' },
      run: async (words) => {
        const { benchOrchestrator, orchestratorBenchOptions } = await import('./orchestrator.bench.js');
        return benchOrchestrator(orchestratorBenchOptions(words));
      },
    },
  ],
  [
    'stalls',
    {
      options: { only: 'nestedSubjects,mcpBatch' },
      run: async (words) => {
        const { benchStalls, stallsBenchOptions } = await import('./stalls.bench.js');
        return benchStalls(stallsBenchOptions(words));
      },
    },
  ],
  [
    'mcp-sessions',
    {
      options: { sessions: '1000' },
      run: async (words) => {
        const { benchMcpSessions, mcpSessionsBenchOptions } = await import('./mcp-sessions.bench.js');
        return benchMcpSessions(mcpSessionsBenchOptions(words));
      },
    },
  ],
  [
    'search',
    {
      options: { chunks: '5000,100000', clients: '50', seconds: '10', methods: 'keyword,fast', library: 'FOLDER' },
      run: async (words) => {
        const { benchSearch, searchBenchOptions } = await import('./search.bench.js');
        return benchSearch(searchBenchOptions(words));
      },
    },
  ],
  [
    'backup',
    {
      options: { chunks: '100000', queries: '50', library: 'FOLDER' },
      run: async (words) => {
        const { backupBenchOptions, benchBackup } = await import('./backup.bench.js');
        return benchBackup(backupBenchOptions(words));
      },
    },
  ],
  [
    'overload',
    {
      options: { seconds: '10', loads: '80,200,400' },
      run: async (words) => {
        const { benchOverload, overloadBenchOptions } = await import('./overload.bench.js');
        return benchOverload(overloadBenchOptions(words));
      },
    },
  ],
  [
    'scale',
    {
      options: { chunks: '1000000', queries: '200', library: 'FOLDER' },
      run: async (words) => {
        const { benchScale, scaleBenchOptions } = await import('./scale.bench.js');
        return benchScale(scaleBenchOptions(words));
      },
    },
  ],
]);
