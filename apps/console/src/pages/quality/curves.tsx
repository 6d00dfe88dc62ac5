import type { OutputOf } from '@arbiter/client';
import type { ReactNode } from 'react';
import { Table } from '../../parts/table.js';

type Report = OutputOf<'getReport'>;

/** Points of a drawing, in shares of 0–1 across and up. */
type Points = readonly (readonly [number, number])[];

/** Side of a drawn curve, in units of its view box. */
const SIDE = 240;

/** Confidence against the share that was right: on the diagonal, a confidence of 80 % is right in 8 of 10 answers. */
export function CalibrationCurve({ bins }: { readonly bins: Report['calibration'] }) {
  const all = bins.reduce((sum, { count }) => sum + count, 0);
  return (
    <figure className="curve">
      <Drawing
        across="confidence"
        up="share right"
        label="Confidence and how often it was right; the table has the numbers"
        points={bins.map(({ meanConfidence, right }) => [meanConfidence, right])}
      >
        <path d="M0 0L1 1" className="ideal" />
        {bins.map(({ low, count, meanConfidence, right }) => (
          // The area grows with the number of answers.
          <circle
            key={low}
            cx={meanConfidence}
            cy={right}
            r={(3 + 9 * Math.sqrt(count / all)) / SIDE}
            className="bin"
          />
        ))}
      </Drawing>
      <Table
        label="Calibration"
        columns={['Confidence', 'Mean', 'Answers', 'Right']}
        rows={bins.map(({ low, high, count, right, meanConfidence }) => [
          `${percent(low)}–${percent(high)}`,
          percent(meanConfidence),
          count.toLocaleString('en'),
          percent(right),
        ])}
      />
    </figure>
  );
}

/** Share shown against the share right of those, as the threshold rises: how much silence buys how much truth. */
export function RiskCoverageCurve({ points }: { readonly points: Report['riskCoverage'] }) {
  return (
    <figure className="curve">
      <Drawing
        across="share shown"
        up="share right of those shown"
        label="Share of answers shown, and share right of those"
        points={points.flatMap(({ shown, right }) => (right === null ? [] : [[shown, right]]))}
      />
    </figure>
  );
}

interface DrawingProps {
  /** Names of the axes. */
  readonly across: string;
  readonly up: string;
  readonly label: string;
  readonly points: Points;
  /** More of the drawing, in shares as the points. */
  readonly children?: ReactNode;
}

function Drawing({ across, up, label, points, children }: DrawingProps) {
  return (
    <svg viewBox={`-42 -14 ${SIDE + 62} ${SIDE + 52}`} role="img" aria-label={label}>
      {[0, 0.5, 1].map((share) => (
        <g key={share}>
          <text x={share * SIDE} y={SIDE} dy="15" textAnchor="middle">
            {percent(share)}
          </text>
          <text y={(1 - share) * SIDE} dx="-5" dy="4" textAnchor="end">
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
      <g transform={`translate(0 ${SIDE}) scale(${SIDE} ${-SIDE})`}>
        <path d="M0 0H1V1H0Z" className="frame" />
        <path d="M.25 0V1M.5 0V1M.75 0V1M0 .25H1M0 .5H1M0 .75H1" className="grid" />
        {children}
        <polyline points={points.join(' ')} className="measured" />
      </g>
    </svg>
  );
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
