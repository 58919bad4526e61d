import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InProcessService } from '../testing/in-process-service.ts';
import { builtEntry } from './built-entry.ts';
import { type Operation, operations } from './failpoint-operations.ts';
import { disabled, endpoint, FailpointWorld } from './failpoint-world.ts';
import { idsIn, stateOf } from './stored-state.ts';

const binary = builtEntry('cli');
const stopper = new URL('./stop-at-statement.mjs', import.meta.url).href;

let world: FailpointWorld;
beforeAll(async () => {
  world = await FailpointWorld.open();
});
afterAll(() => world.close());

/** Starts a command in a process beside the service of a folder, which stops at a statement. */
function spawnLine(line: string, folder: string, at: string, by: 'SIGKILL' | 'SIGSTOP'): ChildProcess {
  return spawn(process.execPath, ['--import', stopper, binary, ...line.split(' ')], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: folder,
      MASTER_KEY: world.origin.masterKey.toString('hex'),
      STOP_AT: at,
      STOP_BY: by,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** Waits until the process has printed that it stops. */
async function stopping(child: ChildProcess): Promise<void> {
  let output = '';
  for await (const text of child.stderr!) {
    output += String(text);
    if (output.includes('SIG')) return;
  }
  throw new Error(`The command did not stop: ${output}`);
}

/** Command lines of operations. */
const commands: readonly [name: string, line: () => string][] = [
  ['the disabling of an endpoint by hand', () => `webhook disable ${endpoint}`],
  ['the resumption of an endpoint', () => `webhook resume ${disabled}`],
  ['a redelivery', () => `webhook redeliver ${world.taken}`],
  ['an event on demand', () => `execution resend ${world.executionId}`],
  ['the removal of an endpoint', () => `webhook remove ${endpoint}`],
  ['a purge', () => `execution purge ${world.executionId}`],
];
const operationOf = (name: string) => operations.find((operation) => operation.name === name) as Operation;

/** Reads the stored state before and after an undisturbed operation. */
async function observe(name: string) {
  const service = await world.copy();
  try {
    const known = await idsIn(service);
    const before = await stateOf(service, known, 'several');
    await operationOf(name).run(service, world);
    return { known, before, after: await stateOf(service, known, 'several') };
  } finally {
    await service.close();
  }
}

/** Reads the stored state after a process was killed at a statement. */
async function afterKill(name: string, line: string, at: string, known: ReadonlySet<string>) {
  const folder = world.copyFolder();
  const child = spawnLine(line, folder, at, 'SIGKILL');
  const exited = once(child, 'exit');
  await stopping(child);
  expect(await exited, name).toEqual([null, 'SIGKILL']);
  const service = await world.origin.reopenedOn(folder);
  try {
    return await stateOf(service, known, 'several');
  } finally {
    await service.close();
  }
}

describe.each(commands)('%s', (name, line) => {
  it('changes nothing if killed before its commit, and everything if killed after it', {
    tags: ['DRUN-45', 'DHOOK-15'],
  }, async () => {
    const { known, before, after } = await observe(name);
    expect(after).not.toEqual(before);
    expect(await afterKill(name, line(), 'commit', known)).toEqual(before);
    expect(await afterKill(name, line(), 'after commit', known)).toEqual(after);
  });
});

const repeatable = commands.filter(([name]) => operationOf(name).isRepeatable);
describe.each(repeatable)('%s', (name, line) => {
  it('changes nothing if another process completes it while paused before its first write', {
    tags: ['DHOOK-46'],
  }, async () => {
    const service: InProcessService = await world.copy();
    const child = spawnLine(line(), service.folder, 'begin immediate', 'SIGSTOP');
    const exited = once(child, 'exit');
    try {
      await stopping(child);
      await operationOf(name).run(service, world);
      const known = await idsIn(service);
      const between = await stateOf(service, known);
      child.kill('SIGCONT');
      await exited;
      expect(await stateOf(service, known)).toEqual(between);
    } finally {
      child.kill('SIGKILL');
      await exited;
      await service.close();
    }
  });
});
