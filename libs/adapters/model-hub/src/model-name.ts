import { join } from 'node:path';
import { ArbiterError } from '@arbiter/contracts';

/** `owner/name`, as hubs have it; neither part can leave the models directory. */
const MODEL_NAME = /^[\w-][\w.-]{0,95}\/[\w-][\w.-]{0,95}$/;

export function isModelName(name: string): boolean {
  return MODEL_NAME.test(name);
}

/**
 * The folder of a model: its name below the models directory.
 *
 * @throws ArbiterError INVALID_REQUEST for what is no name of a model
 */
export function modelFolder(modelsDirectory: string, name: string): string {
  if (!isModelName(name)) {
    throw new ArbiterError(
      'INVALID_REQUEST',
      `"${name}" is not the name of a model: names are like cross-encoder/ms-marco-MiniLM-L-6-v2.`,
      { details: { name } },
    );
  }
  return join(modelsDirectory, ...name.split('/'));
}
