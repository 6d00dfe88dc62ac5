import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addKey, describeConfig, KeysFile, loadConfig, readKeysFile, TrustedFolders } from '@arbiter/platform';
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

describeFrozenFormat('keys file', {
  home: new URL('keys-file/', import.meta.url),
  write(folder) {
    const created = '2026-01-01T00:00:00Z';
    const full = { name: 'desk', role: 'reader' as const, tenant: 'acme', groups: ['staff'], created };
    for (const file of ['keys.json', 'keys.yaml']) {
      addKey(join(folder, file), { ...full, expires: '2099-01-31T00:00:00+01:00' }, 'first');
      addKey(join(folder, file), { name: 'prometheus', role: 'monitor', created }, 'second');
    }
  },
  schemas: { file: KeysFile },
  read: (folder) => Promise.resolve(['keys.json', 'keys.yaml'].map((file) => readKeysFile(join(folder, file)))),
});

describeFrozenFormat('trusted folders', {
  home: new URL('trusted-folders/', import.meta.url),
  write(XDG_CONFIG_HOME) {
    new TrustedFolders({ XDG_CONFIG_HOME }).add('/');
  },
  read: (XDG_CONFIG_HOME) => Promise.resolve(new TrustedFolders({ XDG_CONFIG_HOME }).list()),
});
