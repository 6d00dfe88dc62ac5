import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeConfig, loadConfig, TrustedFolders } from '@arbiter/platform';
import { CONFIG_DEFINITIONS } from '@arbiter/standalone';
import { describeFrozenFormat } from '@arbiter/testing/frozen';
import { configExample } from '../../src/environment-page.js';

const FILE = 'config.yaml';

// Its keys are what users have written down: one that goes is refused as unknown at the next start.
describeFrozenFormat('config.yaml', {
  home: new URL('config-yaml/', import.meta.url),
  write: (folder) => writeFile(join(folder, FILE), configExample(CONFIG_DEFINITIONS)),
  layout() {
    const keys = CONFIG_DEFINITIONS.flatMap(describeConfig).map(({ name, yaml }) => `${yaml} (${name})`);
    return Promise.resolve([...new Set(keys)].sort());
  },
  read: (cwd) =>
    Promise.resolve(
      CONFIG_DEFINITIONS.map((definition) => {
        const { values, origins } = loadConfig(definition, { env: {}, cwd, configFile: FILE });
        const read = Object.entries(origins).filter(([, origin]) => origin === 'file');
        return { app: definition.app, read: Object.fromEntries(read.map(([key]) => [key, values[key]])) };
      }),
    ),
});

describeFrozenFormat('trusted folders', {
  home: new URL('trusted-folders/', import.meta.url),
  write(XDG_CONFIG_HOME) {
    new TrustedFolders({ XDG_CONFIG_HOME }).add('/');
  },
  read: (XDG_CONFIG_HOME) => Promise.resolve(new TrustedFolders({ XDG_CONFIG_HOME }).list()),
});
