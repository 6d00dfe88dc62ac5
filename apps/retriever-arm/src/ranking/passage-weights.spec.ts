import { MACHINE_MADE, PREFERRED } from '@arbiter/contracts';
import { describe, expect, it } from '@jest/globals';
import { MACHINE_MADE_WEIGHT, passageWeights, PREFERRED_WEIGHT } from './passage-weights.js';

const GUIDE = { id: 'guide', source: 'docs/alarms.md', text: 'An alarm is raised by retry_limit.', metadata: {} };
const LOG = {
  id: 'log',
  source: 'logs/hub.log',
  text: '10:00:03 WARN alarm_ladder retry_limit 3 of batch 7f3a19',
  metadata: { [MACHINE_MADE]: 'log' },
};
const LOCK = {
  id: 'lock',
  source: 'package-lock.json',
  text: 'modem-frames 3.11.7',
  metadata: { [MACHINE_MADE]: 'lock-file' },
};
const weights = (query: string) => Object.fromEntries(passageWeights(query, [GUIDE, LOG, LOCK]));

describe('what the origin of a passage counts', () => {
  it('is less for machine-made text', () => {
    expect(weights('When is an alarm raised?')).toEqual({ log: MACHINE_MADE_WEIGHT, lock: MACHINE_MADE_WEIGHT });
  });

  it.each([
    ['names its file', 'What does hub.log say of alarms?', ['lock']],
    ['names its file with its folder', 'What is in logs/hub.log?', ['lock']],
    ['names its kind', 'Which alarms are in the log file?', ['lock']],
    ['names another kind', 'Which version is in the lock file?', ['log']],
    ['names a value that only it holds', 'What happened to batch 7f3a19?', ['lock']],
    ['names a key that only it holds', 'What is alarm_ladder?', ['lock']],
    ['names a version that only it holds', 'Who needs 3.11.7?', ['log']],
    ['names a key that a person also wrote about', 'What is retry_limit?', ['log', 'lock']],
    ['names a file that ends like it', 'What is in old-hub.logs?', ['log', 'lock']],
    ['speaks of logs in passing', 'How do I log in?', ['log', 'lock']],
  ])('is as much as that of prose if the question %s', (_, query, light) => {
    expect(Object.keys(weights(query))).toEqual(light);
  });

  it('is more for a path that its source prefers, whatever made it', () => {
    const preferred = { ...GUIDE, metadata: { [PREFERRED]: true } };
    const made = { ...LOG, metadata: { ...LOG.metadata, [PREFERRED]: true } };
    expect(Object.fromEntries(passageWeights('alarm', [preferred, made]))).toEqual({
      guide: PREFERRED_WEIGHT,
      log: MACHINE_MADE_WEIGHT * PREFERRED_WEIGHT,
    });
  });

  it('is that of prose for a mark that no version writes', () => {
    expect(passageWeights('alarm', [{ ...LOG, metadata: { [MACHINE_MADE]: false } }])).toEqual(new Map());
  });
});
