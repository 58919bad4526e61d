// Runs around every file of the unit projects: fails a test there that starts a process or a thread, listens on a port, or
// loads a native addon (database, image decoder). Such a test is named `*.integration.test.ts`.
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import threads from 'node:worker_threads';
import { afterAll } from 'vitest';

const restore: (() => void)[] = [];

/** Makes a function of `holder` throw until the test file has ended. */
function forbid<T extends object>(holder: T, name: keyof T & string, act: string): void {
  const original = holder[name];
  Object.assign(holder, {
    // A function expression, so that it can be called with `new`.
    [name]: function forbidden() {
      throw new Error(`A unit test must not ${act}: name the file *.integration.test.ts`);
    },
  });
  restore.push(() => Object.assign(holder, { [name]: original }));
}

for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'] as const)
  forbid(childProcess, name, 'start a process');
forbid(threads, 'Worker', 'start a thread');
forbid(net.Server.prototype, 'listen', 'listen on a port');
forbid(process, 'dlopen', 'load a native addon');
// Makes named imports of built-in modules see the change.
syncBuiltinESMExports();

afterAll(() => {
  for (const undo of restore) undo();
  syncBuiltinESMExports();
});
