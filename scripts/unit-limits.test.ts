import { spawn, spawnSync } from 'node:child_process';
import { createServer as createHttpServer } from 'node:http';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { root } from './workspace.mjs';

const requireOfService = createRequire(join(root, 'packages', 'service', 'package.json'));

describe('limits of a unit test', () => {
  it('fails a unit test that starts a process', () => {
    expect(() => spawn('true')).toThrow('must not start a process');
    expect(() => spawnSync('true')).toThrow('must not start a process');
  });

  it('fails a unit test that starts a thread', () => {
    expect(() => new Worker('0', { eval: true })).toThrow('must not start a thread');
  });

  it('fails a unit test that listens on a port', () => {
    expect(() => createServer().listen(0, '127.0.0.1')).toThrow('must not listen on a port');
    expect(() => createHttpServer().listen(0, '127.0.0.1')).toThrow('must not listen on a port');
  });

  it('fails a unit test that loads the database', () => {
    expect(() => requireOfService('@photostructure/sqlite')).toThrow('must not load a native addon');
  });
});
