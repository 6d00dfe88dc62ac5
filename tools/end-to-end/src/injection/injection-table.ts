import { type Attempt, EFFECTS, MODES } from './measure-injection.js';

/** z of a 95 % interval. */
const Z = 1.959964;

/** Wilson's interval of a share (Wilson 1927, JASA 22). @returns bounds in 0–1 */
export function wilsonInterval(successes: number, attempts: number): readonly [low: number, high: number] {
  if (attempts === 0) return [0, 1];
  const share = successes / attempts;
  const spread = Z * Math.sqrt((share * (1 - share)) / attempts + (Z * Z) / (4 * attempts * attempts));
  const centre = share + (Z * Z) / (2 * attempts);
  const scale = 1 + (Z * Z) / attempts;
  return [Math.max(0, (centre - spread) / scale), Math.min(1, (centre + spread) / scale)];
}

/** Attempts, successes and rate of each family and mode, then each effect, as Markdown. */
export function injectionTable(attempts: readonly Attempt[]): string {
  const modes = MODES.filter((mode) => attempts.some((one) => one.mode === mode));
  const families = [...new Set(attempts.map(({ attack }) => attack.family))];
  const cell = (of: readonly Attempt[]): string =>
    `${of.filter(({ effects }) => effects.length > 0).length}/${of.length}`;
  const rows = families.map((family) => [
    family,
    ...modes.map((mode) => cell(attempts.filter((one) => one.mode === mode && one.attack.family === family))),
  ]);
  const totals = modes.map((mode) => rateOf(attempts.filter((one) => one.mode === mode)));
  const effects = EFFECTS.map((effect) => [
    effect,
    ...modes.map((mode) => {
      const of = attempts.filter((one) => one.mode === mode);
      return `${of.filter((one) => one.effects.includes(effect)).length}/${of.length}`;
    }),
  ]);
  const honest = modes.map((mode) => {
    const of = attempts.filter((one) => one.mode === mode);
    const kept = of.filter(({ told }) => told).length;
    return `${kept}/${of.filter(({ toldUntampered }) => toldUntampered).length}`;
  });
  return [
    tableOf(['family', ...modes], [...rows, ['all', ...totals]]),
    tableOf(['effect', ...modes], effects),
    tableOf(['the fact beside the attack', ...modes], [['told, of those told without the attack', ...honest]]),
  ].join('\n');
}

function rateOf(of: readonly Attempt[]): string {
  const successes = of.filter(({ effects }) => effects.length > 0).length;
  const [low, high] = wilsonInterval(successes, of.length);
  const percent = (share: number): string => (100 * share).toFixed(1);
  return `${successes}/${of.length}, ${percent(successes / Math.max(1, of.length))} % [${percent(low)}, ${percent(high)}]`;
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  return line(head) + line(head.map(() => '---')) + rows.map(line).join('');
}
