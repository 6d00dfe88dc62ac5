// A logic spec does everything in its own process. What it reaches outside of it is noted here, and fails it.
import { AsyncLocalStorage } from 'node:async_hooks';
import childProcess, { ChildProcess } from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { basename } from 'node:path';
import threads from 'node:worker_threads';
import { tierOf } from './tiers.mjs';

/** Folder of the shipped weights; the tiny networks that specs make for themselves lie elsewhere. */
const WEIGHTS = /\/libs\/models\//;
const SYNCHRONOUS = ['spawnSync', 'execSync', 'execFileSync'];

let noted = new Set();
/** Ports and paths at which this process has listened: a socket to one of them leads to no other program. */
const ownAddresses = new Set();
/** Ports of the shared host and of what it started, which `askSharedHost` of libs/testing notes here: no spec pays for them. */
const sharedPorts = (globalThis[Symbol.for('arbiter.shared-ports')] ??= new Set());
const quiet = new AsyncLocalStorage();

/** Runs what no spec does: with one worker, the shared host starts its programs in the process of the specs. */
export function unnoted(run) {
  return quiet.run(true, run);
}

function note(what) {
  if (!quiet.getStore()) noted.add(what);
}

/** Programs, sockets and networks since the last call, as ends of a sentence that begins with "It". */
export function takeOutside() {
  const taken = [...noted];
  noted = new Set();
  return taken;
}

/**
 * Fails a result of jest if its file is a logic spec and reached something.
 *
 * @param {import('@jest/test-result').TestResult} result
 * @param {readonly string[]} outside
 */
export function failOutside(result, outside) {
  if (outside.length === 0 || tierOf(result.testFilePath) !== 'logic') return;
  const name = basename(result.testFilePath, '.spec.ts');
  const message =
    `${name}.spec.ts is a logic spec, and not all of it runs in this process. It ${outside.join(', and ')}. ` +
    `Rename it to ${name}.system.spec.ts, or give it a part that runs in this process.`;
  result.numFailingTests += 1;
  result.failureMessage = [result.failureMessage, message].filter(Boolean).join('\n');
  result.testResults.push({
    ancestorTitles: [],
    duration: 0,
    failureMessages: [message],
    fullName: 'stays in its process',
    numPassingAsserts: 0,
    status: 'failed',
    title: 'stays in its process',
  });
}

/** Begins to note. Once in a process, before its first spec. */
export function noteOutside() {
  noteProgramStarts();
  noteSockets();
  noteNetworks();
  syncBuiltinESMExports();
}

function noteProgramStarts() {
  const { spawn } = ChildProcess.prototype;
  ChildProcess.prototype.spawn = function (options) {
    note(`starts ${basename(options.file)}`);
    return spawn.call(this, options);
  };
  for (const name of SYNCHRONOUS) {
    const original = childProcess[name];
    childProcess[name] = (file, ...rest) => {
      note(`starts ${basename(file)}`);
      return original(file, ...rest);
    };
  }
}

/** Only what is really there counts: to find nobody at an address needs no other program. */
function noteSockets() {
  const { listen } = net.Server.prototype;
  net.Server.prototype.listen = function (...args) {
    this.once('listening', () => {
      const address = this.address();
      ownAddresses.add(typeof address === 'string' ? address : address?.port);
    });
    return listen.apply(this, args);
  };
  const { connect } = net.Socket.prototype;
  net.Socket.prototype.connect = function (...args) {
    this.once('connect', () => {
      const { remotePort: port } = this;
      if (port !== undefined && !ownAddresses.has(port) && !sharedPorts.has(port)) note(`connects to port ${port}`);
    });
    return connect.apply(this, args);
  };
}

function noteNetworks() {
  const { Worker } = threads;
  threads.Worker = class extends Worker {
    constructor(entry, options) {
      super(entry, options);
      if (WEIGHTS.test(JSON.stringify(options?.workerData ?? ''))) note('loads a shipped network');
    }
  };
}
