// Notes what a spec reaches outside of its process: programs that it starts, sockets to them, networks that it loads.
import { AsyncLocalStorage } from 'node:async_hooks';
import childProcess, { ChildProcess } from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { basename } from 'node:path';
import threads from 'node:worker_threads';

/** Folder of the shipped weights; the tiny networks that specs make for themselves lie elsewhere. */
const WEIGHTS = /\/libs\/models\/|\/node_modules\/@arbiter\/model/;
const SYNCHRONOUS = ['spawnSync', 'execSync', 'execFileSync'];

let noted = new Set();
/** Ports on which this process has listened: a socket to one of them leads to no other program. */
const ownPorts = new Set();
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

/** What was reached since the last call. */
export function takeOutside() {
  const taken = [...noted];
  noted = new Set();
  return taken;
}

export function noteOutside() {
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

  const { listen } = net.Server.prototype;
  net.Server.prototype.listen = function (...args) {
    this.once('listening', () => {
      const address = this.address();
      ownPorts.add(typeof address === 'string' ? address : address?.port);
    });
    return listen.apply(this, args);
  };
  const { connect } = net.Socket.prototype;
  net.Socket.prototype.connect = function (...args) {
    this.once('connect', () => {
      const port = this.remotePort;
      if (port !== undefined && !ownPorts.has(port) && !sharedPorts.has(port)) note(`connects to port ${port}`);
    });
    return connect.apply(this, args);
  };

  const { Worker } = threads;
  threads.Worker = class extends Worker {
    constructor(entry, options) {
      super(entry, options);
      if (WEIGHTS.test(JSON.stringify(options?.workerData ?? '')))
        noted.add(`loads a network in ${basename(`${entry}`)}`);
      else noted.add(`thread ${basename(`${entry}`)}`);
    }
  };
  syncBuiltinESMExports();
}
