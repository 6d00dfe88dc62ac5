export type { TrainingOutput } from './command.js';
export { runCommand } from './run-command.js';
