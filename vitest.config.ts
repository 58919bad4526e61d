import { readdirSync, readFileSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { statementTags } from './scripts/specification.mjs';

const conditions = ['source', 'module', 'node', 'development|production', 'import', 'default'];

/** Returns test files that need a document: those of browser packages that begin with `// @vitest-environment jsdom`. */
function testsWithDocument(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => join(folder, name))
    .filter((path) => readFileSync(path, 'utf8').startsWith('// @vitest-environment jsdom'));
}

/**
 * Puts temporary folders in memory if there is room, because waiting for a disk is most of the cost of a small database. Only
 * the slow suites, which do not use this, test what is on disk when a process is killed.
 */
function temporaryFolders(): { TMPDIR?: string } {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize > 512 * 1024 * 1024 ? { TMPDIR: '/dev/shm' } : {};
  } catch {
    return {};
  }
}

/** Test files that start processes or threads, listen on ports, or use a database or decoder. */
const integration = [
  '{packages,lab}/*/{src,build}/**/*.{integration,postgres}.test.ts',
  'scripts/*.integration.test.ts',
];

/** In this order: the first file adds stubs, which must exist before the second records the globals. */
const setupFiles = ['packages/sdk/src/testing/no-layout.ts', 'scripts/leave-nothing.ts'];
const unitSetupFiles = [...setupFiles, 'scripts/unit-limits.ts'];

const withDocument = testsWithDocument('packages/sdk/src');
const withScreens = testsWithDocument('packages/admin/src');

/** Test files that need a PostgreSQL server: `npm run test:postgres` starts one. */
const withServer = process.env.TEST_POSTGRES_URL === undefined ? ['packages/**/*.postgres.test.ts'] : [];

/**
 * The fast suites: `npm run unit`, and `npm run integration` with its project of that name. `scripts/unit-limits.ts` fails a
 * unit test that belongs to integration. Files share threads and imported modules, because a separate thread and document for
 * each file would cost more than all tests; `scripts/leave-nothing.ts` fails a file that leaves anything behind.
 */
export default defineConfig({
  resolve: { conditions },
  // Without `import`, which Node would also apply to `require`. Vite adds it for imports.
  ssr: { resolve: { conditions: conditions.filter((name) => name !== 'import' && name !== 'default') } },
  test: {
    tags: statementTags(),
    pool: 'threads',
    isolate: false,
    maxWorkers: availableParallelism(),
    env: temporaryFolders(),
    sequence: { setupFiles: 'list' },
    restoreMocks: true,
    // Compiled modules are shared by projects, runs on other releases of Node and suites on PostgreSQL.
    experimental: { fsModuleCache: true },
    // Ends only tests that hang: no test waits this long, but the machine may be busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'document',
          include: withDocument,
          setupFiles: unitSetupFiles,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          include: withScreens,
          setupFiles: ['packages/admin/src/testing/plain-styles.ts', ...unitSetupFiles],
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{packages,lab}/*/{src,build}/**/*.test.{ts,tsx}', 'scripts/*.test.ts'],
          exclude: [...withDocument, ...withScreens, ...integration],
          setupFiles: unitSetupFiles,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: integration,
          exclude: withServer,
          setupFiles,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
