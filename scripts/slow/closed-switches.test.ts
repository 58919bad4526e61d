import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { root } from '../workspace.mjs';

const packages = ['contract', 'vision', 'ui', 'checks', 'service', 'sdk', 'admin'];

/** Hands the rest to a function or component whose parameter lists it, so that the compiler names a new member there. */
const delegates = 'hands the rest on, by its type';
/** Looks a text up by the member's name, so that the compiler asks for the text of a new member. */
const looksUp = 'looks up the text of the rest, by its name';
/** Leaves the flow as it is after events of other steps: a step names what befalls it, and a new event is another step's. */
const ignores = 'ignores events of other steps';
/** Tells that a field has the wrong format, whichever it is. */
const words = 'has one text for all other fields';

/** Switches of the browser SDK that keep a `default`: `assertNever` and the cases would cost bytes of every page load. */
const accepted: Readonly<Record<string, readonly string[]>> = {
  'packages/sdk/src/flow/advance.ts': [delegates],
  'packages/sdk/src/flow/screen-of.ts': [delegates],
  'packages/sdk/src/steps/document/document-step.ts': [ignores],
  'packages/sdk/src/steps/files/collect-retry.tsx': [looksUp],
  'packages/sdk/src/steps/files/collect-step.ts': [ignores],
  'packages/sdk/src/steps/form/form-step.ts': [ignores],
  'packages/sdk/src/steps/form/form.tsx': [words],
  'packages/sdk/src/steps/selfie/selfie-retry.tsx': [looksUp],
  'packages/sdk/src/steps/selfie/selfie-step.ts': [ignores],
  'packages/sdk/src/ui/current-screen.tsx': [delegates],
  'packages/sdk/src/ui/later-screen.tsx': [delegates],
};

/** Whether a value can be one of a few literals and nothing else. */
function isClosed(type: ts.Type): boolean {
  const literal = ts.TypeFlags.Literal | ts.TypeFlags.Null | ts.TypeFlags.Undefined;
  return type.isUnion() && type.types.every(({ flags }) => (flags & literal) !== 0);
}

/** Whether a `default` takes members that it does not name: it ends neither in `assertNever` nor lists them by `satisfies`. */
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
 * @param changes - texts of files, by path from the root, in place of what is on disk.
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

it('finds a `default` that hides a member, and none over an open type or that lists its members', () => {
  const path = 'packages/ui/src/index.ts';
  const text = (type: string, fallback: string) =>
    `export function f(x: ${type}) { switch (x) { case 'a': return 1; default: ${fallback} } }`;
  const union = "'a' | 'b' | null";
  expect(hidingSwitches('ui', { [path]: text(union, 'return 2;') })).toEqual({ [path]: 1 });
  expect(hidingSwitches('ui', { [path]: text('string', 'return 2;') })).toEqual({});
  expect(hidingSwitches('ui', { [path]: text(union, "x satisfies 'b' | null; return 2;") })).toEqual({});
});
