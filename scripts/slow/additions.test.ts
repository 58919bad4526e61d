import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { root } from '../workspace.mjs';

/**
 * Returns the files, of any package, in which the compiler reports errors after changes, when it checks a package with its
 * tests and builders.
 */
function faultyFiles(name: 'service' | 'contract', changes: Readonly<Record<string, string>>): string[] {
  const changed = new Map(Object.entries(changes).map(([file, text]) => [join(root, file), text]));
  const config = join(
    root,
    `packages/${name}/${name === 'service' ? 'tsconfig.test.json' : 'tsconfig.json'}`,
  );
  const { options, fileNames } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, ts.sys.readFile).config,
    ts.sys,
    dirname(config),
  );
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (file) => changed.has(file) || fileExists(file);
  host.readFile = (file) => changed.get(file) ?? readFile(file);
  host.getSourceFile = (file, version, ...more) => {
    const text = changed.get(file);
    return text === undefined
      ? getSourceFile(file, version, ...more)
      : ts.createSourceFile(file, text, version);
  };
  host.directoryExists = (folder) =>
    ts.sys.directoryExists(folder) || [...changed.keys()].some((file) => file.startsWith(`${folder}/`));
  host.useSourceOfProjectReferenceRedirect = () => true;
  const entries = name === 'service' ? [join(root, 'packages/service/src/index.ts')] : [];
  const roots = [...fileNames, ...entries, ...changed.keys()];
  const program = ts.createProgram(
    roots,
    { ...options, noEmit: true, composite: false, incremental: false },
    host,
  );
  const faults = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(join(root, `packages/${name}/`)))
    .flatMap((file) =>
      program.getSemanticDiagnostics(file).length > 0 ? [relative(root, file.fileName)] : [],
    );
  return faults.sort();
}

const source = (file: string) => readFileSync(join(root, file), 'utf8');

const kinds = 'packages/service/src/check-kinds';
const testing = 'packages/service/testing';
const checks = 'packages/checks/src/checks.ts';

/**
 * Returns the changes that add a check kind `bank` like an existing one: its folder, its line in the registry, its judgement.
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

it.each([
  ['that nobody sees', 'email', ['kind.ts', 'node.ts', 'findings.ts', 'judge.ts']],
  ['that asks the user for captures', 'card', ['kind.ts', 'node.ts', 'findings.ts', 'judge.ts', 'brands.ts']],
] as const)('requires three changes for a check kind %s', (_, like, files) => {
  expect(faultyFiles('service', withBank(like, files))).toEqual(placesOfKind);
});

it('requires nothing else for a check kind that asks the user for captures', () => {
  const changes = withBank('card', ['kind.ts', 'node.ts', 'findings.ts', 'judge.ts', 'brands.ts']);
  const [judges, examples, evaluator] = placesOfKind as [string, string, string];
  const told = {
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
  expect(faultyFiles('service', told)).toEqual([]);
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
