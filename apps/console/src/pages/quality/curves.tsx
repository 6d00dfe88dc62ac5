import type { OutputOf } from '@arbiter/client';
import type { ReactNode } from 'react';
import { pathOf, percent, pointOf, radiusOf, SIDE } from './curve.js';

type Report = OutputOf<'getReport'>;
type Bin = Report['calibration'][number];

/** Confidence against the share that was right: on the diagonal, a confidence of 80 % is right in 8 of 10 answers. */
export function CalibrationCurve({ bins }: { readonly bins: readonly Bin[] }) {
  const all = bins.reduce((sum, { count }) => sum + count, 0);
  const points = bins.map((bin) => ({ ...pointOf(bin.meanConfidence, bin.right), radius: radiusOf(bin.count / all) }));
  return (
    <figure className="curve">
      <Axes
        across="confidence"
        up="share right"
        label="Confidence and how often it was right; the table below has the numbers"
      >
        <path d={pathOf([pointOf(0, 0), pointOf(1, 1)])} className="ideal" />
        <path d={pathOf(points)} className="measured" />
        {points.map(({ x, y, radius }) => (
          <circle key={x} cx={x} cy={y} r={radius} className="bin" />
        ))}
      </Axes>
      <table className="small">
        <thead>
          <tr>
            <th scope="col">Confidence</th>
            <th scope="col">Answers</th>
            <th scope="col">Right</th>
          </tr>
        </thead>
        <tbody>
          {bins.map(({ low, high, count, right, meanConfidence }) => (
            <tr key={low}>
              <td>
                {percent(low)}–{percent(high)} <span className="soft">(mean {percent(meanConfidence)})</span>
              </td>
              <td>{count.toLocaleString('en')}</td>
              <td>{percent(right)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

/** Share shown against the share right of those, as the threshold rises: how much silence buys how much truth. */
export function RiskCoverageCurve({ points }: { readonly points: Report['riskCoverage'] }) {
  const drawn = points.flatMap(({ shown, right }) => (right === null ? [] : [pointOf(shown, right)]));
  return (
    <figure className="curve">
      <Axes
        across="share shown"
        up="share right of those shown"
        label="Share of answers shown, and share right of those"
      >
        <path d={pathOf(drawn)} className="measured" />
      </Axes>
    </figure>
  );
}

interface AxesProps {
  readonly across: string;
  readonly up: string;
  readonly label: string;
  readonly children: ReactNode;
}

function Axes({ across, up, label, children }: AxesProps) {
  return (
    <svg viewBox={`-34 -14 ${SIDE + 50} ${SIDE + 52}`} role="img" aria-label={label}>
      <rect width={SIDE} height={SIDE} className="frame" />
      {[0.25, 0.5, 0.75].map((share) => (
        <path
          key={share}
          d={`${pathOf([pointOf(share, 0), pointOf(share, 1)])} ${pathOf([pointOf(0, share), pointOf(1, share)])}`}
          className="grid"
        />
      ))}
      {[0, 0.5, 1].map((share) => (
        <g key={share}>
          <text {...pointOf(share, 0)} dy="15" textAnchor="middle">
            {percent(share)}
          </text>
          <text {...pointOf(0, share)} dx="-5" dy="4" textAnchor="end">
            {percent(share)}
          </text>
        </g>
      ))}
      <text x={SIDE / 2} y={SIDE + 33} textAnchor="middle">
        {across}
      </text>
      <text x="4" y="-4">
        {up}
      </text>
      {children}
    </svg>
  );
}
