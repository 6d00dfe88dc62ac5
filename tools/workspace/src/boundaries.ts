import type { Layers, Scopes } from './workspace-model.js';

/**
 * Who may import whom, by the `layer:` tag:
 * contract <- core <- port <- adapter-kit <- adapter | messaging | platform | door <- backend <- arm <- composition <- cli <- tool.
 */
export const LAYERS: Layers = {
  contract: [],
  core: ['contract', 'core'],
  port: ['contract'],
  // What adapters of different technologies would each write alike.
  'adapter-kit': ['contract', 'core', 'port'],
  model: [],
  adapter: ['contract', 'core', 'port', 'adapter-kit', 'model'],
  // Stores and models by name, for the composition roots of arms.
  backend: ['contract', 'port', 'adapter-kit', 'adapter', 'messaging', 'platform'],
  messaging: ['contract'],
  platform: ['contract', 'port', 'messaging'],
  // A protocol that clients speak, over operations that it is handed.
  door: ['contract'],
  // What calls a server from outside: types of the contracts alone.
  client: ['contract'],
  page: ['contract', 'client'],
  // Speaks with a vendor's service on one side and the Model Context Protocol on the other, and knows no operation.
  bot: ['platform', 'bot'],
  testing: ['contract', 'port'],
  arm: ['contract', 'core', 'port', 'adapter-kit', 'adapter', 'backend', 'messaging', 'platform', 'door'],
  composition: ['contract', 'port', 'adapter-kit', 'adapter', 'backend', 'messaging', 'platform', 'arm'],
  cli: ['contract', 'core', 'door', 'client', 'composition'],
  // The code of a domain extends libs/tool-sdk; the port brings the conformance suite of its parsers.
  domain: ['contract', 'core', 'port'],
  tool: [
    'contract',
    'core',
    'port',
    'adapter-kit',
    'model',
    'adapter',
    'backend',
    'messaging',
    'platform',
    'door',
    'client',
    'bot',
    'testing',
    // A benchmark measures an arm alone.
    'arm',
    'composition',
    // Benchmarks and end-to-end tests generate the data of a game.
    'domain',
    // The evaluations for developers are commands of `arbiter`.
    'cli',
  ],
};

/** Layers that specs may import besides what their package may. */
export const TEST_LAYERS: readonly string[] = ['testing'];

/** Who may import whom, by the `scope:` tag: what is shared, its own, and for what puts arms together, theirs. */
export const SCOPES: Scopes = {
  shared: ['shared'],
  orchestrator: ['shared', 'orchestrator'],
  planner: ['shared', 'planner'],
  retriever: ['shared', 'retriever'],
  validator: ['shared', 'validator'],
  ingestion: ['shared', 'ingestion'],
  standalone: ['shared', 'orchestrator', 'planner', 'retriever', 'validator', 'ingestion', 'standalone'],
  cli: ['shared', 'standalone', 'cli'],
  discord: ['shared', 'discord'],
  slack: ['shared', 'slack'],
  domains: ['shared', 'domains'],
  tools: ['shared', 'ingestion', 'orchestrator', 'standalone', 'cli', 'discord', 'slack', 'domains', 'tools'],
};
