import { describe, expect, it } from '@jest/globals';
import { runArbiter } from '../../test/run-arbiter.js';

describe('arbiter doctor', () => {
  it('says list what is installed, and what each missing part would add', async () => {
    const { exitCode, stdout } = await runArbiter(['doctor'], {
      findings: [
        { name: 'model', status: 'ok', detail: 'all-MiniLM-L6-v2', adds: 'search by meaning' },
        { name: 'broker', status: 'missing', detail: 'NATS_URL is not set', adds: 'arms on several hosts' },
      ],
    });
    expect(exitCode).toBe(0);
    expect(stdout).toBe(
      '✓ model   all-MiniLM-L6-v2\n– broker  NATS_URL is not set\n          would add: arms on several hosts\n',
    );
  });

  it('fails when something is broken', async () => {
    const findings = [{ name: 'model', status: 'error' as const, detail: 'model.onnx is damaged' }];
    const { exitCode, stdout } = await runArbiter(['doctor', '--json'], { findings });
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toEqual({ findings });
  });

  it('says that a server does not answer', async () => {
    const { exitCode, stdout } = await runArbiter(['doctor', '--server', 'http://127.0.0.1:1']);
    expect(exitCode).toBe(1);
    expect(stdout).toContain('✗ server  Nobody answers at http://127.0.0.1:1');
  });
});
