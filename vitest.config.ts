import { readdirSync, readFileSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { statementTags } from './scripts/specification.mjs';

const conditions = ['source', 'module', 'node', 'development|production', 'import', 'default'];

/** Test files that ask for a document: those of browser packages that begin with `// @vitest-environment jsdom`. */
function testsWithDocument(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => join(folder, name))
    .filter((path) => readFileSync(path, 'utf8').startsWith('// @vitest-environment jsdom'));
}

/**
 * Temporary folders in memory where there is room: what is on disk when a process is killed is shown by the slow suites,
 * and waiting for a disk is most of what a small database costs.
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

/** The first gives what the second is not to miss afterwards. */
const setupFiles = ['packages/sdk/src/testing/no-layout.ts', 'scripts/leave-nothing.ts'];

const withDocument = testsWithDocument('packages/sdk/src');
const withScreens = testsWithDocument('packages/admin/src');

/** Test files that need a PostgreSQL server: `npm run test:postgres` starts one. */
const withServer = process.env.TEST_POSTGRES_URL === undefined ? ['packages/**/*.postgres.test.ts'] : [];

/**
 * The fast suites: `npm run unit`, and `npm run integration` with its project of that name. `scripts/unit-limits.ts` fails a
 * unit test that belongs there. Files share their threads and the modules they import, because a thread and a document of
 * its own for every file would cost more than all tests; `scripts/leave-nothing.ts` fails a file that leaves anything behind.
 */
export default defineConfig({
  resolve: { conditions },
  // Without `import`, which Node would then apply to `require` as well. Vite adds it for imports by itself.
  ssr: { resolve: { conditions: conditions.filter((name) => name !== 'import' && name !== 'default') } },
  test: {
    tags: statementTags(),
    pool: 'threads',
    isolate: false,
    maxWorkers: availableParallelism(),
    env: temporaryFolders(),
    setupFiles,
    sequence: { setupFiles: 'list' },
    restoreMocks: true,
    // Projects, runs on other releases of Node and suites on PostgreSQL compile each module once between them.
    experimental: { fsModuleCache: true },
    // Only ends what is stuck: no test waits, but a machine may be busy with other things.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'document',
          include: withDocument,
          setupFiles: ['scripts/unit-limits.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          include: withScreens,
          setupFiles: ['scripts/unit-limits.ts'],
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{packages,lab}/*/{src,build}/**/*.test.{ts,tsx}', 'scripts/*.test.ts'],
          exclude: [...withDocument, ...withScreens, ...integration],
          setupFiles: ['scripts/unit-limits.ts'],
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { name: 'integration', include: integration, exclude: withServer, sequence: { groupOrder: 3 } },
      },
    ],
  },
});
