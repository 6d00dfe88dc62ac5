// Asks the registry for known vulnerabilities of what runs in production. Exits 1 and names them when one is high or critical; a
// registry that does not answer audits is said, and no failure: a mirror may have none, and a commit is not worse for it.
//   node tools/workspace/audit-dependencies.mjs
import { spawnSync } from 'node:child_process';
import { workspaceRoot } from './workspace-packages.mjs';

const LIMIT_MS = 120_000;
const FAILING = ['high', 'critical'];

const { stdout, error } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  cwd: process.argv[2] ?? workspaceRoot,
  encoding: 'utf8',
  timeout: LIMIT_MS,
  maxBuffer: 64 * 1024 * 1024,
  shell: process.platform === 'win32',
});
const report = parse(stdout);

if (report?.vulnerabilities === undefined) {
  console.log(`Not audited: ${error?.message ?? report?.message ?? 'npm gave no report'}.`);
} else {
  const found = Object.values(report.vulnerabilities);
  const failing = found.filter(({ severity }) => FAILING.includes(severity));
  for (const { name, severity, range } of failing) console.log(`${severity}: ${name} ${range}`);
  console.log(`${found.length} vulnerable of ${report.metadata.dependencies.prod} production dependencies.`);
  if (failing.length > 0) process.exitCode = 1;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
