import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const home = fileURLToPath(new URL('..', import.meta.url));
const types = join(home, 'dist', 'types');

/** Declarations that the examples assume, which are the integrator's own. */
const given = `
declare const token: string;
declare const button: HTMLElement;
declare function showOutcome(status: string): void;
declare function showProblem(code: string): void;
declare function offerToGoOnLater(): void;
`;

/** Returns every published TypeScript example: those of the README, and those that editors show. */
function examples(): string[] {
  const readme = readFileSync(join(home, 'README.md'), 'utf8');
  const inReadme = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
  const inTypes = readdirSync(types, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.d.ts'))
    .flatMap((name) => {
      const text = readFileSync(join(types, name), 'utf8');
      return [...text.matchAll(/^[ \t]*\* @example\n([\s\S]*?)(?=^[ \t]*\*\/|^[ \t]*\* @)/gm)];
    })
    .map(([, lines = '']) => lines.replace(/^[ \t]*\* ?/gm, '').replace(/^```.*$/gm, ''));
  expect([inReadme.length, inTypes.length].every((count) => count > 1)).toBe(true);
  return [...inReadme, ...inTypes];
}

/** Lists the compiler's errors in examples, each a separate module in a page that has installed the package. */
function faultsOf(codes: readonly string[]): string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    types: [],
    skipLibCheck: true,
    paths: { '@vendor/orchestration': [join(types, 'index.d.ts')] },
  };
  const names = /\b(VendorOrchestration|checkTheme)\b/g;
  const files = new Map(
    codes.map((code, index) => {
      const used = [...new Set(code.match(names))].join(', ');
      const taken = code.includes('import ') ? '' : `import { ${used} } from '@vendor/orchestration';\n`;
      return [join(home, `example-${index}.ts`), `${taken}${code}\nexport {};`];
    }),
  );
  files.set(join(home, 'example-given.d.ts'), given);
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.readFile = (path) => files.get(path) ?? readFile(path);
  const { getSourceFile } = host;
  host.getSourceFile = (path, version, ...rest) => {
    const text = files.get(path);
    return text === undefined
      ? getSourceFile(path, version, ...rest)
      : ts.createSourceFile(path, text, version);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) => `${file?.text ?? ''}\n${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
}

test('compiles every published example against the published types', () => {
  expect(faultsOf(examples())).toEqual([]);
});

test('accepts an option that is undefined, even in the strictest projects', () => {
  const theme = '{ light: { logoUrl: undefined }, dark: undefined, fontWeight: undefined }';
  const none = ['language', 'renderingMode', 'containerId', 'baseUrl', 'cspNonce', 'messages'].join(
    ': undefined, ',
  );
  const options = `{ token, ${none}: undefined, theme: ${theme} }`;
  expect(
    faultsOf([
      `await VendorOrchestration.start(${options});`,
      `await VendorOrchestration.start({ token, theme: undefined, messages: { 'welcome.title': undefined } });`,
      'await VendorOrchestration.preflight({ token: undefined, baseUrl: undefined, cspNonce: undefined });',
      `await checkTheme(${theme});`,
    ]),
  ).toEqual([]);
});

test('rejects an outdated example', () => {
  const [fault, ...others] = faultsOf(["await VendorOrchestration.start({ token, colour: 'red' });"]);
  expect(fault).toContain("'colour' does not exist in type 'Configuration'");
  expect(others).toEqual([]);
});
