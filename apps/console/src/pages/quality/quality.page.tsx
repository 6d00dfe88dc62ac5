import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Panel } from '../../parts/panel.js';
import { counted } from '../../parts/counted.js';
import { Empty, Loaded } from '../../parts/states.js';
import { asked } from '../../server/asked.js';
import { useMay } from '../../server/console-session.js';
import { CalibrationCurve } from './curves.js';
import { ReportView } from './report-view.js';
import './quality.css';

/** Judged answers from which on a distance is told. */
const TELLING = 30;

/** How often Arbiter was right: by what people said of its answers, and by the evaluations that the operator keeps. */
export function QualityPage() {
  return (
    <div className="quality stack">
      <h1>Quality</h1>
      {useMay('admin') && (
        <Panel label="Confidence and feedback">
          <FeedbackCurve />
        </Panel>
      )}
      <Panel label="Reports of evaluations">
        <Reports />
      </Panel>
    </div>
  );
}

function FeedbackCurve() {
  const curve = useQuery(asked('calibrationCurve', {}));
  return (
    <div className="card stack">
      <h2>Is the confidence true?</h2>
      <Loaded query={curve} what="the judged answers">
        {({ judged, bins, error }) =>
          error === null ? (
            <Empty title="Nobody has judged an answer yet.">
              <p>Thumbs and “this sentence is wrong” on Ask are counted here.</p>
            </Empty>
          ) : (
            <>
              <p>
                {counted(judged, 'answer')} judged.{' '}
                {judged < TELLING
                  ? 'That is too few to tell.'
                  : `On average the confidence is ${(error * 100).toFixed(1)} points away from the share that was right.`}
              </p>
              <CalibrationCurve bins={bins} />
            </>
          )
        }
      </Loaded>
    </div>
  );
}

function Reports() {
  const [chosen, setChosen] = useState<string | null>(null);
  const reports = useQuery(asked('listReports', {}));
  return (
    <div className="card stack">
      <h2>Evaluations</h2>
      <Loaded query={reports} what="the reports">
        {({ reports: [first, ...others], unreadable }) =>
          first ? (
            <>
              <label className="row">
                Report
                <select value={chosen ?? first.name} onChange={(event) => setChosen(event.target.value)}>
                  {[first, ...others].map(({ name, dataset, measuredAt }) => (
                    <option key={name} value={name}>
                      {name}
                      {dataset !== null && ` (${dataset.length > 60 ? `${dataset.slice(0, 60)}…` : dataset})`}
                      {measuredAt !== null && `, ${new Date(measuredAt).toLocaleDateString()}`}
                    </option>
                  ))}
                </select>
              </label>
              {unreadable > 0 && <p className="small soft">{unreadable} files of the folder are no reports.</p>}
              <ReportView name={chosen ?? first.name} />
            </>
          ) : (
            <Empty title="No reports are kept.">
              <p>
                Set <code>REPORTS_DIR</code> to a folder, and write reports there: <code>arbiter eval … --out</code>.
              </p>
            </Empty>
          )
        }
      </Loaded>
    </div>
  );
}
