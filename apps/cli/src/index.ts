export { runCli, type CliRuntime } from './run-cli.js';
