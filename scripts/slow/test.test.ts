import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const scripts = fileURLToPath(new URL('..', import.meta.url));

/** A workspace with only the scripts, without dependencies and without a registry. */
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vo-scripts-'));
  cpSync(scripts, join(folder, 'scripts'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const name of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) writeFileSync(join(folder, name), '');
  mkdirSync(join(folder, 'bin'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function runTest(args: string[] = []) {
  const { stdout, status } = spawnSync(process.execPath, [join(folder, 'scripts', 'test.mjs'), ...args], {
    encoding: 'utf8',
    // Hides all tools of this machine.
    env: { PATH: join(folder, 'bin'), CHROMIUM_PATH: process.execPath },
  });
  return { lines: stdout.trimEnd().split('\n'), status };
}

/** Replaces npx by a script that installs nothing and returns the given exit code. */
function fakeNpx(exitCode: number): void {
  const path = join(folder, 'bin', 'npx');
  writeFileSync(path, `#!/bin/sh\nexit ${exitCode}\n`);
  chmodSync(path, 0o755);
}

it('ends with the result line and the reason if dependencies cannot be installed', () => {
  fakeNpx(1);
  const { lines, status } = runTest();
  expect(status).toBe(1);
  expect(lines).toContain('FAILED  installation');
  expect(lines.at(-1)).toBe('0 passed, 1 failed');
});

it('ends with the result line if npx is missing', () => {
  const { lines, status } = runTest();
  expect(status).toBe(1);
  expect(lines).toContain('FAILED  installation');
  expect(lines.at(-1)).toBe('0 passed, 1 failed');
});

it('ends with the result line if no tool can be run, with each step reported as failed', () => {
  fakeNpx(0);
  mkdirSync(join(folder, 'node_modules'));
  const { lines, status } = runTest(['--slow']);
  expect(status).toBe(1);
  const failed = lines.filter((line) => line.startsWith('FAILED  ') && line.endsWith(' s'));
  expect(failed.map((line) => line.replace(/ {2}(\d+ passed, \d+ failed, )?\d+ s$/, ''))).toEqual([
    'FAILED  format and lint',
    'FAILED  import rules and cycles',
    'FAILED  unused files, exports and dependencies',
    'FAILED  types',
    'FAILED  build',
    'FAILED  unit and integration tests',
    'FAILED  browser journeys',
    'FAILED  slow suites',
    'FAILED  specification coverage',
  ]);
  expect(lines.at(-1)).toBe('0 passed, 9 failed');
});

it('rejects unknown arguments and ends with the result line', () => {
  const { lines, status } = runTest(['--slwo']);
  expect(status).toBe(1);
  expect(lines.at(-1)).toBe('0 passed, 1 failed');
});
