/** Questions to the folder of gaugehub. Weights were chosen on the odd ones; the even ones were asked once, at the end. */
export interface AskedOfFolder {
  readonly question: string;
  /** The document that answers it. */
  readonly source: string;
}

const asked = (source: string, ...questions: readonly string[]): AskedOfFolder[] =>
  questions.map((question) => ({ question, source }));

/** What a person asks, in words of people. */
export const PROSE_QUESTIONS: readonly AskedOfFolder[] = [
  ...asked(
    'install.md',
    'How do I install gaugehub?',
    'Which port does the container listen on?',
    'Can the hub run as a service on Windows?',
  ),
  ...asked(
    'settings.md',
    'What is the interval between two readings of a station?',
    'How long does the battery of a station last at one minute?',
    'What happens if a setting is not known?',
  ),
  ...asked(
    'stations.md',
    'What is the zero of a station?',
    'Which sensor needs the frost check?',
    'What should I do when a station is moved?',
  ),
  ...asked(
    'alarms.md',
    'When is an alarm raised?',
    'How many text messages are sent for each person a day?',
    'How often is an alarm repeated?',
  ),
  ...asked(
    'retention.md',
    'How long are raw readings kept?',
    'What happens to readings that a keeper marked as wrong?',
    'What does the hub do if the disk is nearly full?',
  ),
  ...asked('backup.md', 'Does a backup hold the keys of stations?', 'How do I restore a backup?'),
  ...asked(
    'access.md',
    'How long is a token valid?',
    'Who may acknowledge alarms?',
    'What happens after five wrong passwords?',
  ),
  ...asked(
    'export.md',
    'In which formats are readings exported?',
    'Which readings have the quality doubtful?',
    'How long is the link to an export valid?',
  ),
  ...asked(
    'performance.md',
    'How many stations can a hub store?',
    'How many readings does a batch hold?',
    'When is a release held back by the benchmark?',
  ),
  ...asked('troubleshooting.md', 'Why was a batch rejected?', 'What does it mean if the lamp of the modem blinks red?'),
  ...asked(
    'upgrade.md',
    'How long does the upgrade from version 3 to version 4 take?',
    'Can I go back to an earlier version?',
  ),
  ...asked('contributing.md', 'How are the snapshots of pages renewed?', 'Who signs releases?'),
];

/** What names a key, a value or a file that a program wrote. */
export const MACHINE_QUESTIONS: readonly AskedOfFolder[] = [
  ...asked('package-lock.json', 'Which version of modem-frames is in package-lock.json?'),
  ...asked('bench/results.json', 'What is the p99_ms of store_batch_500?'),
  ...asked('openapi.json', 'What is the operationId get_station_readings?'),
  ...asked('logs/gaugehub.log', 'What did the log file say of batch 7f3a19?'),
  ...asked('exports/level.csv', 'What level does level.csv have at 2026-03-04T02:00Z?'),
  ...asked('coverage/coverage-final.json', 'Which statements of src/alarm-ladder.ts does the coverage report count?'),
  ...asked('dist/manifest.json', 'Which sha256 has station-page.js in the manifest.json?'),
  ...asked('proto/reading_pb2.py', 'What is the full_name of READING_BATCH?'),
];
