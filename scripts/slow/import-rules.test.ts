import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const config = join(root, '.dependency-cruiser.cjs');

interface Rule {
  readonly name: string;
  readonly from: { readonly path?: string | string[] };
}

const rules: Rule[] = createRequire(import.meta.url)(config).forbidden;
const packages = ['texts', 'contract', 'vision', 'ui', 'sdk', 'admin', 'checks', 'service', 'demo'];
const inLab = ['specimens', 'training', 'gallery'];
const folderOf = (name: string) => `${inLab.includes(name) ? 'lab' : 'packages'}/${name}`;

/**
 * A small tree in the form of this repository. Each file breaks the given rule, or keeps all rules if none is given. A cycle is
 * reported once, for the file whose name comes first.
 */
const planted: { rule?: string; file: string; source: string }[] = [
  { file: 'packages/vision/src/hen.ts', source: "import './egg.ts';" },
  { rule: 'no-cycles', file: 'packages/vision/src/egg.ts', source: "import './hen.ts';" },
  { file: 'packages/checks/src/hen.ts', source: "export type { Egg } from './egg.ts';" },
  { rule: 'no-cycles', file: 'packages/checks/src/egg.ts', source: "export type { Hen } from './hen.ts';" },
  { rule: 'no-unresolved', file: 'packages/demo/src/lost.ts', source: "import './not-there.ts';" },
  {
    rule: 'nothing-imports-what-was-built',
    file: 'packages/checks/src/built.ts',
    source: "import '../../service/dist/app.js';",
  },
  named('texts-import-nothing', 'packages/texts/src', 'contract'),
  named('contract-imports', 'packages/contract/src', 'vision'),
  named('vision-imports-nothing', 'packages/vision/src', 'contract'),
  named('specimens-import-nothing', 'lab/specimens/src', 'vision'),
  named('training-imports', 'lab/training/src', 'checks'),
  named('gallery-imports', 'lab/gallery', 'service'),
  named('ui-imports-nothing', 'packages/ui/src', 'contract'),
  named('sdk-imports', 'packages/sdk/src', 'checks'),
  named('admin-imports', 'packages/admin/src', 'vision'),
  named('checks-imports', 'packages/checks/src', 'service'),
  named('service-imports', 'packages/service/src', 'vision'),
  named('service-imports', 'packages/service/testing', 'orchestration'),
  named('demo-imports', 'packages/demo/src', 'orchestration'),
  named('e2e-imports', 'e2e', 'service'),
  named('bench-imports', 'bench', 'service'),
  ...inLab.map((name) => named('tests-alone-import-the-lab', 'packages/service/src', name)),
  named('contract-reaches-browsers-as-types-only', 'packages/sdk/src', 'contract'),
  named('contract-reaches-browsers-as-types-only', 'packages/admin/src', 'contract'),
  {
    rule: 'sdk-first-half-waits-for-nothing',
    file: 'packages/sdk/src/shell.ts',
    source: "import './continue-flow.ts';",
  },
  ...[
    'node:http',
    'node:https',
    'node:http2',
    'node:net',
    'node:tls',
    'node:dgram',
    'node:dns/promises',
    'undici',
  ].map((library) => ({
    rule: 'service-reaches-out-by-one-client',
    file: `packages/service/src/cli/planted-${library.replace(/\W/g, '-')}.ts`,
    source: `import '${library}';`,
  })),
  {
    rule: 'service-commands-open-data-in-one-place',
    file: 'packages/service/src/cli/planted.ts',
    source: "import '../db/accounts.ts';",
  },
  {
    rule: 'sdk-steps-are-apart',
    file: 'packages/sdk/src/steps/form/planted.ts',
    source: "import '../selfie/selfie-step.ts';",
  },
  {
    rule: 'sdk-screens-are-apart',
    file: 'packages/sdk/src/ui/screens/planted.tsx',
    source: "import './neighbour.tsx';",
  },
  {
    rule: 'admin-screens-are-apart',
    file: 'packages/admin/src/screens/planted/planted.tsx',
    source: "import '../neighbour/neighbour.tsx';",
  },
  {
    rule: 'service-check-kinds-are-apart',
    file: 'packages/service/src/check-kinds/planted/planted.ts',
    source: "import '../neighbour/kind.ts';",
  },
  {
    rule: 'service-check-kinds-are-pure',
    file: 'packages/service/src/check-kinds/planted/kind.ts',
    source: "import '../judges.ts';",
  },
  ...rules.filter(isOfOneFolder).map((rule) => ({
    rule: rule.name,
    file: `${folderOfRule(rule)}/planted-${rule.name}.ts`,
    source: rule.name.endsWith('-libraries') ? "import 'node:os';" : "import '../elsewhere/anything.ts';",
  })),
  { file: 'packages/sdk/src/continue-flow.ts', source: "import type { A } from '@vendor/contract';" },
  { file: 'packages/sdk/src/closed.ts', source: "import '../../contract/src/assert-never.ts';" },
  { file: 'packages/sdk/src/script.ts', source: "import './shell.ts'; import '@vendor/vision';" },
  {
    file: 'packages/service/src/workflows/fine.ts',
    source: "import '../check-kinds/registry.ts';",
  },
  { file: 'packages/sdk/src/ui/screens/neighbour.tsx', source: "import type {} from '../../flow/state.ts';" },
  { file: 'packages/sdk/src/mount/late.ts', source: "export const late = () => import('../theme/late.ts');" },
  { file: 'packages/checks/src/fine.ts', source: "import '@vendor/contract'; import '@vendor/vision';" },
  { file: 'packages/service/src/fine.test.ts', source: "import '@vendor/specimens'; import 'node:http';" },
  { file: 'packages/service/src/db/accounts.ts', source: '' },
  { file: 'packages/service/src/cli/open-stores.ts', source: "import '../db/accounts.ts';" },
  { file: 'packages/service/src/outgoing/fine.ts', source: "import 'node:net';" },
  { file: 'packages/service/src/http/listen.ts', source: "import { createServer } from 'node:http';" },
  { file: 'lab/training/src/fine.ts', source: "import '@vendor/specimens'; import '@vendor/vision';" },
  { file: 'lab/gallery/fine.ts', source: "import '../../packages/sdk/src/theme/late.ts';" },
  { file: 'packages/sdk/slow/fine.ts', source: "import '../../../lab/gallery/fine.ts';" },
  { file: 'e2e/fine.spec.ts', source: "import '@vendor/specimens';" },
  { file: 'bench/fine.mjs', source: "import '../packages/service/dist/app.js'; import '@vendor/checks';" },
];

/** Returns a file that imports one of our packages by name. */
function named(rule: string, folder: string, name: string) {
  return {
    rule,
    file: `${folder}/planted-${rule}-${name}.ts`,
    source: `export { a } from '@vendor/${name}';`,
  };
}

/** Returns whether a rule is about a single folder, its `from`. */
function isOfOneFolder({ from }: Rule) {
  return typeof from.path === 'string' && /^\^packages\/[^/]+\/src\/[^/[\\]+\/$/.test(from.path);
}

function folderOfRule({ from }: Rule) {
  return String(from.path).slice(1, -1);
}

describe('import rules', () => {
  const folder = mkdtempSync(join(tmpdir(), 'import-rules-'));
  let violations: { rule: { name: string }; from: string }[];

  function write(file: string, text: string) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }

  beforeAll(async () => {
    write('tsconfig.base.json', '{}');
    const all = [...packages, ...inLab];
    const places = [...all.map(folderOf), 'e2e', 'bench'];
    for (const place of places) {
      mkdirSync(join(folder, place, 'node_modules/@vendor'), { recursive: true });
      for (const name of all) {
        const link = join(folder, place, 'node_modules/@vendor', name === 'sdk' ? 'orchestration' : name);
        symlinkSync(join(folder, folderOf(name)), link);
      }
    }
    for (const name of all) {
      const exports = { '.': { source: './src/index.ts', default: './dist/index.js' } };
      write(`${folderOf(name)}/package.json`, JSON.stringify({ name, type: 'module', exports }));
      write(`${folderOf(name)}/src/index.ts`, 'export const a = 1; export type A = 1;');
      write(`${folderOf(name)}/src/elsewhere/anything.ts`, 'export {};');
    }
    write('packages/contract/src/assert-never.ts', 'export {};');
    write('packages/sdk/src/theme/late.ts', 'export {};');
    write('packages/sdk/src/steps/selfie/selfie-step.ts', 'export {};');
    for (const file of ['registry', 'judges', 'neighbour/kind'])
      write(`packages/service/src/check-kinds/${file}.ts`, 'export {};');
    write('packages/sdk/src/flow/state.ts', 'export {};');
    write('packages/admin/src/screens/neighbour/neighbour.tsx', 'export {};');
    for (const { file, source } of planted) write(file, source);
    const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const options = ['--config', config, '--output-type', 'json', 'packages', 'lab', 'e2e', 'bench'];
    const { stdout } = await promisify(execFile)(process.execPath, [cruiser, ...options], {
      cwd: folder,
      maxBuffer: 64 * 1024 * 1024,
    });
    violations = JSON.parse(stdout).summary.violations;
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const violated = (file: string) =>
    violations.filter(({ from }) => from === file).map(({ rule }) => rule.name);

  it('plants a file that breaks each import rule', () => {
    expect([...new Set(planted.map(({ rule }) => rule).filter(Boolean))].sort()).toEqual(
      rules.map(({ name }) => name).sort(),
    );
  });

  it.each(planted.filter(({ rule }) => rule))('reports $rule in $file', ({ rule, file }) => {
    expect(violated(file)).toContain(rule);
  });

  it('forbids network calls without an import by a lint rule', async () => {
    const ways = ['fetch', 'WebSocket', 'EventSource'];
    write('biome.json', readFileSync(join(root, 'biome.json'), 'utf8'));
    const source = `export const ways = [${ways.join(', ')}];\n`;
    for (const name of ['ways.ts', 'ways.test.ts']) write(`packages/service/src/lint/${name}`, source);
    const lint = ['lint', '--vcs-enabled=false', '--colors=off', 'packages/service/src/lint'];
    const { stdout = '', stderr = '' } = await promisify(execFile)(
      join(root, 'node_modules/.bin/biome'),
      lint,
      {
        cwd: folder,
      },
    ).catch((error: { stdout: string; stderr: string }) => error);
    const output = `${stdout}${stderr}`;
    expect([...output.matchAll(/the global variable (\w+)\./g)].map(([, name]) => name)).toEqual(ways);
    expect(output).not.toContain('ways.test.ts');
  });

  it.each(planted.filter(({ rule }) => !rule))('reports nothing in $file', ({ file }) => {
    expect(existsSync(join(folder, file))).toBe(true);
    expect(violated(file)).toEqual([]);
  });
});
