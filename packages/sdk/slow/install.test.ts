import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as source from '../src/index.ts';
import { makeFolder, makeProject, packPackage, run } from './packed-package.ts';

let folder: string;
let tarball: string;

beforeAll(async () => {
  folder = await makeFolder();
  tarball = await packPackage(folder);
});
afterAll(() => rm(folder, { recursive: true }));

/** Time-out of each test, which may first download its installer. */
const timeLimit = { timeout: 480_000 };

const print = "import('@vendor/orchestration').then((sdk) => console.log(Object.keys(sdk).sort().join(' ')))";
const exported = Object.keys(source).sort().join(' ');

it('installs with npm 7, the oldest supported version, with strict engines', {
  ...timeLimit,
  tags: ['S4.5-2', 'S4.5-46'],
}, async () => {
  const project = await makeProject(join(folder, 'npm-7'));
  const args = ['install', tarball, '--engine-strict', '--no-audit', '--no-fund'];
  await run(project, 'npx', ['--yes', 'npm@7.24.2', ...args]);
  expect((await run(project, process.execPath, ['-e', print])).trim()).toBe(exported);
});

it('installs with yarn 1', { ...timeLimit, tags: ['S4.5-27'] }, async () => {
  const project = await makeProject(join(folder, 'yarn-1'));
  const args = ['add', `file:${tarball}`, '--non-interactive', '--no-progress'];
  await run(project, 'npx', ['--yes', 'yarn@1.22.22', ...args]);
  expect((await run(project, process.execPath, ['-e', print])).trim()).toBe(exported);
});

it('installs with pnpm', timeLimit, async () => {
  const project = await makeProject(join(folder, 'pnpm'));
  await run(project, 'npx', ['--yes', 'pnpm@10.28.0', 'add', `file:${tarball}`, '--silent']);
  expect((await run(project, process.execPath, ['-e', print])).trim()).toBe(exported);
});

it('installs with yarn 4, without a node_modules folder', { ...timeLimit, tags: ['S4.5-27'] }, async () => {
  const project = await makeProject(join(folder, 'yarn-4'));
  // An empty lockfile makes this a separate project for yarn.
  await writeFile(join(project, 'yarn.lock'), '');
  const environment = {
    YARN_NODE_LINKER: 'pnp',
    YARN_ENABLE_TELEMETRY: '0',
    YARN_ENABLE_IMMUTABLE_INSTALLS: 'false',
    YARN_GLOBAL_FOLDER: join(folder, 'yarn-4-global'),
  };
  const yarn = (...args: string[]) =>
    run(project, 'npx', ['--yes', '-p', '@yarnpkg/cli-dist@4.9.2', 'yarn', ...args], environment);
  await yarn('add', `@vendor/orchestration@file:${tarball}`);
  expect((await yarn('node', '-e', print)).trim()).toBe(exported);
});
