import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../parts/states.js';
import { server } from '../../server/server.js';
import { CalibrationCurve, RiskCoverageCurve } from './curves.js';

/** Figures of a report that are shown before all are asked for. */
const FIRST_FIGURES = 40;

/** The figures of one report, and its curves where it has answers by question. */
export function ReportView({ name }: { readonly name: string }) {
  const report = useQuery({
    queryKey: ['reports', name],
    queryFn: ({ signal }) => server.call('getReport', { name }, { signal }),
  });
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

interface FiguresProps {
  readonly figures: readonly {
    readonly path: string;
    readonly value: number;
    readonly interval: readonly [number, number] | null;
  }[];
}

function Figures({ figures }: FiguresProps) {
  return (
    <div className="wide">
      <table className="small">
        <thead>
          <tr>
            <th scope="col">Figure</th>
            <th scope="col">Value</th>
            <th scope="col">95 % interval</th>
          </tr>
        </thead>
        <tbody>
          {figures.map(({ path, value, interval }) => (
            <tr key={path}>
              <td>
                <code>{path}</code>
              </td>
              <td>{inShort(value)}</td>
              <td className="soft">{interval && `${inShort(interval[0])}–${inShort(interval[1])}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inShort(value: number): string {
  return Number.isInteger(value) ? value.toLocaleString('en') : value.toFixed(3);
}
