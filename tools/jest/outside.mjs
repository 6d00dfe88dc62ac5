// Notes what a spec reaches outside of its process: programs that it starts, sockets to them, networks that it loads.
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

/** What was reached since the last call. */
export function takeOutside() {
  const taken = [...noted];
  noted = new Set();
  return taken;
}

export function noteOutside() {
  const { spawn } = ChildProcess.prototype;
  ChildProcess.prototype.spawn = function (options) {
    noted.add(`starts ${basename(options.file)}`);
    return spawn.call(this, options);
  };
  for (const name of SYNCHRONOUS) {
    const original = childProcess[name];
    childProcess[name] = (file, ...rest) => {
      noted.add(`starts ${basename(file)}`);
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
      if (this.remotePort !== undefined && !ownPorts.has(this.remotePort))
        noted.add(`connects to port ${this.remotePort}`);
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
