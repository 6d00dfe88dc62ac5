import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Attack } from './attack.js';
import { DEVELOPMENT_ATTACKS } from './development-attacks.js';
import { HELD_OUT_ATTACKS } from './held-out-attacks.js';
import { injectionTable } from './injection-table.js';
import { type Door, DOORS, FORBIDDEN, measureInjection, type Mode, MODES } from './measure-injection.js';

const { half, mode, door, every, json, failures } = parseArgs({
  options: {
    half: { type: 'string' },
    mode: { type: 'string', multiple: true, default: [...MODES] },
    door: { type: 'string', multiple: true, default: [...DOORS] },
    /** Each n-th attack alone. */
    every: { type: 'string', default: '1' },
    json: { type: 'string' },
    failures: { type: 'boolean', default: false },
  },
}).values;

const ALL: readonly Attack[] = [...DEVELOPMENT_ATTACKS, ...HELD_OUT_ATTACKS];
const attacks = ALL.filter((attack) => half === undefined || attack.half === half).filter(
  (_, n) => n % Number(every) === 0,
);
const modes = MODES.filter((one) => mode.includes(one)) satisfies readonly Mode[];
const doors = DOORS.filter((one) => door.includes(one)) satisfies readonly Door[];

const attempts = await measureInjection(attacks, modes, doors, (line) => process.stderr.write(`${line}\n`));
process.stdout.write(injectionTable(attempts));
const broken = attempts.filter(({ effects }) => effects.some((effect) => FORBIDDEN.includes(effect)));
if (failures) {
  for (const { attack, mode: by, door: through, effects, shown } of attempts.filter((one) => one.effects.length > 0))
    process.stdout.write(
      `\n${attack.id} (${by}, ${through}): ${effects.join(', ')}\n  ${JSON.stringify(shown.slice(0, 400))}\n`,
    );
}
if (json !== undefined) {
  const rows = attempts.map(({ attack, shown: _, ...rest }) => ({ attack: attack.id, family: attack.family, ...rest }));
  await writeFile(json, `${JSON.stringify(rows, null, 1)}\n`);
}
if (broken.length > 0) process.exitCode = 1;
