import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as source from '../src/index.ts';
import { makeFolder, makeProject, packageFolder, packPackage, run } from './packed-package.ts';

let folder: string;
let tarball: string;

beforeAll(async () => {
  folder = await makeFolder();
  tarball = await packPackage(folder);
});
afterAll(() => rm(folder, { recursive: true }));

/** The test that the README recommends. */
const readme = readFileSync(join(packageFolder, 'README.md'), 'utf8');
const documented = /## In unit tests.*?```js\n(.*?)```/s.exec(readme)?.[1];

/** Tests like those of integrators, by `require` and by `import`, with the package and with a mock of it. */
const files = {
  'babel.config.js':
    "module.exports = { presets: [['@babel/preset-env', { targets: { node: 'current' } }]] };",
  'require.test.js': `
const sdk = require('@vendor/orchestration');

test('exports the same names as the ES module', () => {
  expect(Object.keys(sdk).sort()).toEqual(${JSON.stringify(Object.keys(source).sort())});
});

test('adds and removes a handler', async () => {
  const off = sdk.VendorOrchestration.on('completed', () => {});
  expect(() => sdk.VendorOrchestration.on('finished', () => {})).toThrow(TypeError);
  off();
  await sdk.VendorOrchestration.close();
});

test('rejects a start, and asks for a mock', async () => {
  await expect(sdk.VendorOrchestration.start('token')).rejects.toThrow('Mock it in tests.');
  await sdk.VendorOrchestration.close();
});
`,
  'import.test.js': `
import { SUPPORTED_LANGUAGES, VendorOrchestration, version } from '@vendor/orchestration';

test('loads by import', () => {
  expect(SUPPORTED_LANGUAGES).toContain('en');
  expect(version).toMatch(/^\\d/);
  expect(VendorOrchestration.start).toBeInstanceOf(Function);
});
`,
  'mock.test.js': `
${documented}
const shown = jest.fn();

function openYourPage() {
  VendorOrchestration.on('completed', shown);
  void VendorOrchestration.start({ token: 'token' });
}

afterAll(() => expect(shown).toHaveBeenCalledWith('success'));
`,
};

it.each(['29.7.0', '30.5.2'])(
  'loads in Jest %s with its default configuration',
  { timeout: 480_000 },
  async (version) => {
    const project = await makeProject(join(folder, `jest-${version}`));
    for (const [name, text] of Object.entries(files)) await writeFile(join(project, name), text);
    const packages = [
      `jest@${version}`,
      `jest-environment-jsdom@${version}`,
      '@babel/core@7.29.7',
      '@babel/preset-env@7.29.7',
    ];
    await run(project, 'npm', [
      'install',
      tarball,
      ...packages,
      '--no-audit',
      '--no-fund',
      '--no-package-lock',
    ]);
    for (const environment of ['node', 'jsdom']) {
      // Rejects with Jest's whole output if a test fails.
      await run(project, 'npx', ['jest', '--ci', `--env=${environment}`, '--silent']);
    }
  },
);

it('returns the same module to `require` and `import` if Node.js can require ES modules', async () => {
  const project = await makeProject(join(folder, 'node'));
  await run(project, 'npm', ['install', tarball, '--offline', '--no-audit', '--no-fund']);
  const program = `const required = require('@vendor/orchestration');
    import('@vendor/orchestration').then((imported) => console.log(required.VendorOrchestration === imported.VendorOrchestration));`;
  expect((await run(project, process.execPath, ['--no-warnings', '-e', program])).trim()).toBe('true');
});

it('runs the ES module behind `require` if Node.js cannot require it', async () => {
  const project = await makeProject(join(folder, 'older-node'));
  await run(project, 'npm', ['install', tarball, '--offline', '--no-audit', '--no-fund']);
  const program = `const { VendorOrchestration } = require('@vendor/orchestration');
    VendorOrchestration.start().catch(({ message }) => console.log(message));`;
  const options = ['--no-experimental-require-module', '-e', program];
  expect((await run(project, process.execPath, options)).trim()).toBe('Configuration is not set.');
});
