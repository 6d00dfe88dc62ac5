import { Panel } from '../../parts/panel.js';
import { useMay } from '../../server/console-session.js';
import { Costs } from './costs.js';
import { Health } from './health.js';
import { Keys } from './keys.js';
import { WhoIsHere } from './who-is-here.js';
import '../quality/quality.css';

/** Who is signed in, how the installation stands, who else may come in, and what language models cost. */
export function SettingsPage() {
  return (
    <div className="settings stack">
      <h1>Settings</h1>
      <Panel label="Signed in">
        <WhoIsHere />
      </Panel>
      {useMay('admin') && (
        <>
          <Panel label="Keys">
            <Keys />
          </Panel>
          <Panel label="Costs">
            <Costs />
          </Panel>
          <Panel label="Health">
            <Health />
          </Panel>
        </>
      )}
    </div>
  );
}
