import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { root } from '../workspace.mjs';

const packages = ['contract', 'vision', 'ui', 'checks', 'service', 'sdk', 'admin'];

/**
 * Passes the remaining members to a function or component whose parameter lists them, so that the compiler reports a new member
 * there.
 */
const delegates = 'hands the rest on, by its type';
/** Looks up a text by the member's name, so that the compiler requires a text for a new member. */
const looksUpText = 'looks up the text of the rest, by its name';
/** Ignores events of other steps: a step lists its own events, and a new event belongs to another step. */
const ignores = 'ignores events of other steps';
/** Reports a wrong format with the same text for every other field. */
const words = 'has one text for all other fields';

/**
 * Switches of the browser SDK that keep a `default`, because `assertNever` and the cases would add bytes to every page load.
 */
const accepted: Readonly<Record<string, readonly string[]>> = {
  'packages/sdk/src/flow/advance.ts': [delegates],
  'packages/sdk/src/flow/screen-of.ts': [delegates],
  'packages/sdk/src/steps/document/document-step.ts': [ignores],
  'packages/sdk/src/steps/files/collect-retry.tsx': [looksUpText],
  'packages/sdk/src/steps/files/collect-step.ts': [ignores],
  'packages/sdk/src/steps/form/form-step.ts': [ignores],
  'packages/sdk/src/steps/form/form.tsx': [words],
  'packages/sdk/src/steps/selfie/selfie-retry.tsx': [looksUpText],
  'packages/sdk/src/steps/selfie/selfie-step.ts': [ignores],
  'packages/sdk/src/ui/current-screen.tsx': [delegates],
  'packages/sdk/src/ui/deferred-screen.tsx': [delegates],
};

/** Returns whether a value can only be one of a few literals. */
function isClosed(type: ts.Type): boolean {
  const literal = ts.TypeFlags.Literal | ts.TypeFlags.Null | ts.TypeFlags.Undefined;
  return type.isUnion() && type.types.every(({ flags }) => (flags & literal) !== 0);
}

/**
 * Returns whether a `default` accepts members without naming them: neither ending in `assertNever` nor listing them by
 * `satisfies`.
 */
function hidesMembers(node: ts.SwitchStatement, file: ts.SourceFile): boolean {
  const fallback = node.caseBlock.clauses.find(ts.isDefaultClause);
  if (!fallback) return false;
  const [first] = fallback.statements;
  const isListed = first && ts.isExpressionStatement(first) && ts.isSatisfiesExpression(first.expression);
  return !isListed && !/\bassertNever\(/.test(fallback.getText(file));
}

/**
 * Counts the switches of a package over closed unions whose `default` hides members, by file.
 *
 * @param changes - texts of files, by path from the root, that replace those on disk.
 */
function hidingSwitches(name: string, changes: Readonly<Record<string, string>> = {}) {
  const config = join(root, 'packages', name, 'tsconfig.json');
  const { options, fileNames } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, ts.sys.readFile).config,
    ts.sys,
    dirname(config),
  );
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (file, version, ...more) => {
    const text = changes[relative(root, file)];
    return text === undefined
      ? getSourceFile(file, version, ...more)
      : ts.createSourceFile(file, text, version);
  };
  host.useSourceOfProjectReferenceRedirect = () => true;
  const program = ts.createProgram(fileNames, { ...options, noEmit: true, composite: false }, host);
  const checker = program.getTypeChecker();
  const found: Record<string, number> = {};
  for (const file of program.getSourceFiles()) {
    const path = relative(root, file.fileName);
    if (!path.startsWith(`packages/${name}/src/`) || !file.text.includes('default:')) continue;
    const visit = (node: ts.Node): void => {
      if (ts.isSwitchStatement(node) && hidesMembers(node, file)) {
        if (isClosed(checker.getTypeAtLocation(node.expression))) found[path] = (found[path] ?? 0) + 1;
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return found;
}

it.each(packages)('rejects a `default` that hides members of a closed union, in %s', (name) => {
  const here = Object.entries(accepted).filter(([path]) => path.startsWith(`packages/${name}/`));
  const counted = Object.fromEntries(here.map(([path, reasons]) => [path, reasons.length]));
  expect(hidingSwitches(name)).toEqual(counted);
});

it('reports a `default` that hides a member, but none over an open type or with listed members', () => {
  const path = 'packages/ui/src/index.ts';
  const text = (type: string, fallback: string) =>
    `export function f(x: ${type}) { switch (x) { case 'a': return 1; default: ${fallback} } }`;
  const union = "'a' | 'b' | null";
  expect(hidingSwitches('ui', { [path]: text(union, 'return 2;') })).toEqual({ [path]: 1 });
  expect(hidingSwitches('ui', { [path]: text('string', 'return 2;') })).toEqual({});
  expect(hidingSwitches('ui', { [path]: text(union, "x satisfies 'b' | null; return 2;") })).toEqual({});
});
