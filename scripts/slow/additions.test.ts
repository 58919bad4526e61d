import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { root } from '../workspace.mjs';

/**
 * Files of a package, its tests and builders that the compiler finds fault with once files were changed or added, of
 * whichever package.
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

it('names every place that has to know a new kind of check', () => {
  const kinds = 'packages/service/src/check-kinds';
  const registry = source(`${kinds}/registry.ts`)
    .replace('import { emailKind }', "import { bankKind } from './bank/kind.ts';\nimport { emailKind }")
    .replace('  email: emailKind,', '  bank: bankKind,\n  email: emailKind,');
  const kind = source(`${kinds}/email/kind.ts`).replaceAll('email', 'bank').replaceAll('EMAIL', 'BANK');
  const faulty = faultyFiles('service', {
    [`${kinds}/registry.ts`]: registry,
    [`${kinds}/bank/kind.ts`]: kind.replace("['bank']", "['email']"),
    [`${kinds}/bank/node.ts`]: source(`${kinds}/email/node.ts`)
      .replaceAll('email', 'bank')
      .replaceAll('Email', 'Bank'),
    [`${kinds}/bank/findings.ts`]:
      "export const bankFindings: Readonly<Record<'BANK_UNKNOWN', string>> = { BANK_UNKNOWN: 'The bank is not known.' };",
  });
  // Besides the registry, which names the kind, and its own folder.
  expect(faulty).toEqual([
    `${kinds}/judges.ts`,
    'packages/service/src/workflows/any-walk.test.ts',
    'packages/service/testing/any-workflow.ts',
  ]);
});

it('names the traits of a new webhook event, and no file of the service', () => {
  const list = 'packages/contract/src/webhook.ts';
  const added = source(list).replace(
    "_sync',\n]",
    "_sync',\n  'orchestration/workflow_execution_started',\n]",
  );
  expect(added).not.toBe(source(list));
  // The list and the traits stand in one file.
  const changes = { [list]: added };
  expect([...faultyFiles('contract', changes), ...faultyFiles('service', changes)]).toEqual([list]);
});
