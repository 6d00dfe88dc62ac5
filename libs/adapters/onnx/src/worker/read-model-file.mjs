import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';

/** @import { ModelFolder } from '../embedding-model.js' */
/** @import { ModelProblem } from './thread-protocol.js' */

/** Carries a problem to the edge of the thread; never leaves it. */
export class ModelUnusableError extends Error {
  /** @param {ModelProblem} problem */
  constructor(problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

/**
 * Reads a file of the model and proves that it is the one described, where the folder is described. What was proven is
 * what is returned, so a file that changes later does no harm.
 *
 * @param {ModelFolder} model
 * @param {string} name
 * @returns {Promise<Buffer>}
 * @throws {ModelUnusableError}
 */
export async function readModelFile(model, name) {
  const path = join(model.directory, name);
  try {
    if (!model.files) return await readFile(path);
    const described = model.files.find((file) => file.name === name);
    if (!described) throw problem('missing', name, `the description of ${model.name} has no ${name}`);
    // Before reading: a file of another size is another file, however large.
    const found = await stat(path);
    if (found.isFile() && found.size !== described.bytes) {
      throw problem('truncated', name, `${path} has ${found.size} bytes instead of ${described.bytes}`);
    }
    const content = await readFile(path);
    const sha256 = createHash('sha256').update(content).digest('hex');
    if (sha256 !== described.sha256) {
      throw problem('altered', name, `${path} has sha256 ${sha256} instead of ${described.sha256}`);
    }
    return content;
  } catch (error) {
    if (error instanceof ModelUnusableError) throw error;
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    throw problem(code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unreadable', name, String(error));
  }
}

/**
 * @template T
 * @param {ModelProblem['kind']} kind what it means that the step fails
 * @param {string} subject
 * @param {() => Promise<T>} step
 * @returns {Promise<T>}
 * @throws {ModelUnusableError}
 */
export async function unlessUnusable(kind, subject, step) {
  try {
    return await step();
  } catch (error) {
    throw problem(kind, subject, String(error));
  }
}

/**
 * @param {ModelProblem['kind']} kind
 * @param {string} subject
 * @param {string} detail
 */
function problem(kind, subject, detail) {
  return new ModelUnusableError({ kind, subject, detail });
}

/**
 * @param {Buffer} file tokenizer.json
 * @returns {Promise<Tokenizer>} that neither cuts nor pads
 * @throws {import('./read-model-file.mjs').ModelUnusableError}
 */
export function openTokenizer(file) {
  return unlessUnusable('rejected', 'tokenizer.json', async () => {
    // Published files cut and pad, to 128 tokens for instance; how long a text may be is the model's business.
    const published = /** @type {Record<string, unknown>} */ (JSON.parse(file.toString('utf8')));
    return new Tokenizer({ ...published, truncation: null, padding: null }, {});
  });
}
