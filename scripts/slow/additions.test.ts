import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../workspace.mjs';

let scratch: string;
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'vo-additions-'));
  for (const folder of [
    'packages/service',
    'packages/contract',
    'packages/checks',
    'packages/texts',
    'packages/ui',
    'packages/vision',
    'lab/specimens',
  ])
    cpSync(join(root, folder), join(scratch, folder), {
      recursive: true,
      // Links between packages stay relative, so that they lead to the copies.
      verbatimSymlinks: true,
      filter: (path) => !/\/(dist|\.cache|.*\.tsbuildinfo)$/.test(path),
    });
  for (const file of ['node_modules', 'tsconfig.base.json', 'package.json'])
    symlinkSync(join(root, file), join(scratch, file));
});
afterAll(() => rmSync(scratch, { recursive: true }));

/**
 * Applies changes to the scratch copy, type-checks a package with its tests and builders against the sources of all packages,
 * and reverts the changes.
 *
 * @returns the files of the package in which the compiler reports errors.
 */
function faultyFiles(name: 'service' | 'contract', changes: Readonly<Record<string, string>>): string[] {
  for (const [file, text] of Object.entries(changes)) {
    mkdirSync(dirname(join(scratch, file)), { recursive: true });
    writeFileSync(join(scratch, file), text);
  }
  const home = join(scratch, 'packages', name);
  const { lib, types } = JSON.parse(readFileSync(join(home, 'tsconfig.test.json'), 'utf8')).compilerOptions;
  // Incremental, so that each run checks only what its changes affect, and what the changes before it affected.
  const compilerOptions = {
    noEmit: true,
    composite: false,
    incremental: true,
    tsBuildInfoFile: 'scratch.tsbuildinfo',
    lib,
    types,
  };
  const options = {
    ...compilerOptions,
    rewriteRelativeImportExtensions: false,
    customConditions: ['source'],
  };
  const config = join(home, 'tsconfig.scratch.json');
  writeFileSync(
    config,
    JSON.stringify({
      extends: '../../tsconfig.base.json',
      compilerOptions: options,
      include: ['src', 'testing', 'slow'],
    }),
  );
  const compiler = join(root, 'node_modules', 'typescript-7', 'bin', 'tsc');
  const { stdout, status } = spawnSync(process.execPath, [compiler, '-p', config, '--pretty', 'false'], {
    cwd: scratch,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const file of Object.keys(changes)) {
    if (existsSync(join(root, file))) copyFileSync(join(root, file), join(scratch, file));
    else rmSync(join(scratch, file));
  }
  if (status !== 0 && !/error TS\d+/.test(stdout))
    throw new Error(`The compiler ended with ${status}: ${stdout}`);
  const faulty = [...stdout.matchAll(/^(packages\/\w+\/[^\n(]+)\(\d+,\d+\): error TS\d+/gm)].map(
    ([, file = '']) => file,
  );
  return [...new Set(faulty)].filter((file) => file.startsWith(`packages/${name}/`)).sort();
}

const source = (file: string) => readFileSync(join(root, file), 'utf8');

const kinds = 'packages/service/src/check-kinds';
const testing = 'packages/service/testing';
const checks = 'packages/checks/src/checks.ts';

/**
 * Returns the changes that add a check kind `bank` like an existing one: its folder, its line in the registry, its check.
 */
function withBank(like: 'email' | 'card', files: readonly string[]): Record<string, string> {
  const function_ = like === 'email' ? 'checkEmail' : 'judgeCard';
  const copied = files.map((file) => {
    const text = source(`${kinds}/${like}/${file}`)
      .replace(`z.literal('${like}')`, "z.literal('bank')")
      .replaceAll(`CodeOf<'${like}'>`, "CodeOf<'bank'>")
      .replace(`run('${like}'`, "run('bank'");
    return [`${kinds}/bank/${file}`, text];
  });
  return {
    ...Object.fromEntries(copied),
    [`${kinds}/registry.ts`]: source(`${kinds}/registry.ts`)
      .replace('\n\n/**', `\nimport { ${like}Kind as bankKind } from './bank/kind.ts';\n\n/**`)
      .replace(`  ${like}: ${like}Kind,`, `  bank: bankKind,\n  ${like}: ${like}Kind,`),
    [checks]: source(checks).replace(
      'export interface InputChecks {',
      `export interface InputChecks {\n  readonly bank: typeof ${function_};`,
    ),
  };
}

/** Files to change, apart from the registry, which names the kind, and the folder of the kind. */
const placesOfKind = [
  `${kinds}/judges.ts`,
  `${testing}/check-kind-examples.ts`,
  `${testing}/scripted-evaluator.ts`,
];

it('reports no error before anything is added', () => {
  expect(faultyFiles('service', {})).toEqual([]);
});

it.each([
  ['without a screen', 'email', ['kind.ts', 'node.ts', 'findings.ts', 'judge.ts']],
  ['that asks the user for captures', 'card', ['kind.ts', 'node.ts', 'findings.ts', 'judge.ts', 'brands.ts']],
] as const)('requires three changes for a check kind %s', (_, like, files) => {
  expect(faultyFiles('service', withBank(like, files))).toEqual(placesOfKind);
});

it('requires nothing else for a check kind that asks the user for captures', () => {
  const changes = withBank('card', ['kind.ts', 'node.ts', 'findings.ts', 'judge.ts', 'brands.ts']);
  const [judges, examples, evaluator] = placesOfKind as [string, string, string];
  const completed = {
    ...changes,
    [judges]: source(judges)
      .replace(
        'import { judgeCard }',
        "import { judgeCard as judgeBank } from './bank/judge.ts';\nimport { judgeCard }",
      )
      .replace('  card: judgeCard,', '  bank: judgeBank,\n  card: judgeCard,'),
    [examples]: source(examples).replace(
      '  email: {',
      '  bank: { nodes: [{}], facts: [], needs: () => [] },\n  email: {',
    ),
    [evaluator]: source(evaluator).replace(
      '    email: () => {',
      '    bank: () => evaluatedCard(),\n    email: () => {',
    ),
  };
  expect(faultyFiles('service', completed)).toEqual([]);
});

it('requires only the traits of a new webhook event, and no change of the service', () => {
  const list = 'packages/contract/src/webhook.ts';
  const added = source(list).replace(
    "_sync',\n]",
    "_sync',\n  'orchestration/workflow_execution_started',\n]",
  );
  expect(added).not.toBe(source(list));
  // The list and the traits are in the same file.
  const changes = { [list]: added };
  expect([...faultyFiles('contract', changes), ...faultyFiles('service', changes)]).toEqual([list]);
});
