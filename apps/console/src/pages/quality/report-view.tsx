import type { OutputOf } from '@arbiter/client';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { asked } from '../../server/asked.js';
import { CalibrationCurve, RiskCoverageCurve } from './curves.js';

/** Figures of a report that are shown before all are asked for. */
const FIRST_FIGURES = 40;

/** The figures of one report, and its curves where it has answers by question. */
export function ReportView({ name }: { readonly name: string }) {
  const report = useQuery(asked('getReport', { name }));
  return (
    <Loaded query={report} what="the report">
      {({ kind, n, version, figures, calibration, riskCoverage }) => (
        <div className="stack">
          <p className="soft small">
            {[kind, n !== null && `${n.toLocaleString('en')} measured`, version !== null && `Arbiter ${version}`]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <div className="row curves">
            {calibration.length > 0 && <CalibrationCurve bins={calibration} />}
            {riskCoverage.length > 0 && <RiskCoverageCurve points={riskCoverage} />}
          </div>
          <Figures figures={figures.slice(0, FIRST_FIGURES)} />
          {figures.length > FIRST_FIGURES && (
            <details>
              <summary>{(figures.length - FIRST_FIGURES).toLocaleString('en')} more figures</summary>
              <Figures figures={figures.slice(FIRST_FIGURES)} />
            </details>
          )}
        </div>
      )}
    </Loaded>
  );
}

function Figures({ figures }: Pick<OutputOf<'getReport'>, 'figures'>) {
  return (
    <Table
      label="Figures"
      columns={['Figure', 'Value', '95 % interval']}
      rows={figures.map(({ path, value, interval }) => [
        figureName(path),
        inShort(value),
        interval?.map(inShort).join('–'),
      ])}
    />
  );
}

/** "By kind, wrongly rejected" for `metrics.byKind.wronglyRejected`. */
function figureName(path: string): string {
  const words = path.replace(/^metrics\./, '').replaceAll(/(?<=[a-z])(?=[A-Z])|[-_]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase().replaceAll('.', ', ');
}

function inShort(value: number): string {
  return Number.isInteger(value) ? value.toLocaleString('en') : value.toFixed(3);
}
