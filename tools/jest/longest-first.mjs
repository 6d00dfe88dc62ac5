// In which order jest starts spec files: those that take longest first, so that at the end no worker is alone with one of them.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Sequencer from '@jest/test-sequencer';

/**
 * The longest files of the system tier, the longest first. A run without a cache knows no times, and a file's size tells little
 * of them. `npm run test:system` prints the times that this order is taken from.
 */
export const LONGEST = [
  'libs/adapters/elasticsearch/src/elasticsearch-server.system.spec.ts',
  'tools/end-to-end/src/console/document-pane.system.spec.ts',
  'tools/end-to-end/src/store-servers.system.spec.ts',
  'tools/end-to-end/src/console/library.system.spec.ts',
  'tools/end-to-end/src/console/citation-faults.system.spec.ts',
  'tools/end-to-end/src/bad-surroundings.system.spec.ts',
  'tools/end-to-end/src/five-processes.system.spec.ts',
  'tools/end-to-end/src/console/ask.system.spec.ts',
  'tools/end-to-end/src/backup.system.spec.ts',
  'tools/end-to-end/src/patterns/every-pattern.system.spec.ts',
  'tools/end-to-end/src/console/world.system.spec.ts',
  'tools/end-to-end/src/ollama.system.spec.ts',
  'tools/bundle/src/pack-command.system.spec.ts',
  'tools/end-to-end/src/same-prompt.system.spec.ts',
  'tools/evaluate/src/in-a-clone.system.spec.ts',
  'tools/end-to-end/src/vendor-faults.system.spec.ts',
  'tools/end-to-end/src/bots/slack-bot.system.spec.ts',
  'tools/end-to-end/src/bots/discord-bot.system.spec.ts',
  'tools/end-to-end/src/machine-made/machine-made.system.spec.ts',
  'libs/adapters/qdrant/src/qdrant-vector-index.system.spec.ts',
];

/**
 * Files of `LONGEST` first, in its order; the others behind them, in theirs.
 *
 * @template {{ readonly path: string }} T
 * @param {string} root of the repository
 * @param {readonly T[]} tests by absolute path
 * @returns {T[]}
 */
export function longestFirst(root, tests) {
  const ranks = new Map(LONGEST.map((path, at) => [join(root, path), at]));
  const rank = ({ path }) => ranks.get(path) ?? LONGEST.length;
  return [...tests].sort((a, b) => rank(a) - rank(b));
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Jest's own order, from the times of the last run or from sizes, with the longest files before it. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    return longestFirst(root, super.sort(tests));
  }
}
