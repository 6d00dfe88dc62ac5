import { Experiment } from '@arbiter/contracts';
import { readJsonSetting } from '@arbiter/platform';

/** @throws ArbiterError INVALID_REQUEST for a file that cannot be read or holds no experiment, naming the place */
export function readExperiment(setting: string | undefined, cwd: string): Promise<Experiment | null> {
  return readJsonSetting(setting, cwd, {
    source: 'AB_EXPERIMENT',
    schema: Experiment,
    noun: 'experiment',
    hint:
      'Write {"name": "fusion-1", "variants": [{"name": "control", "share": 0.5}, ' +
      '{"name": "rrf", "share": 0.5, "overrides": {"fusion": "rrf"}}]}.',
  });
}
