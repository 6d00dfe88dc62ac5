import type { CalibrateResponse, CalibrationFigures } from '@arbiter/contracts';
import type { Colours } from '../terminal/terminal.js';
import { renderTable } from './render-table.js';

/** Before and after, side by side. */
export function renderCalibration(
  { calibration, applied, pairs, supported, before, after }: CalibrateResponse,
  colours: Colours,
): string {
  const row = (name: string, of: (figures: CalibrationFigures) => string): string[] => [name, of(before), of(after)];
  const lines = [
    colours.bold(
      `Support of claims in "${calibration.domain}": ${pairs} labelled claims, ${supported} of them supported`,
    ),
    ...renderTable([
      ['', 'now', 'after'],
      row('balanced accuracy', ({ balancedAccuracy }) => `${(100 * balancedAccuracy).toFixed(1)} %`),
      row('calibration error', ({ ece }) => ece.toFixed(3)),
      row('threshold', ({ threshold }) => threshold.toFixed(3)),
    ]),
    colours.dim('"after" is measured on claims that the calibration was not fitted on (ten folds).'),
    ...(applied ? [`In use from now on for validations of "${calibration.domain}".`] : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}
