import type { ProjectParts } from './integrator-project.ts';

/** A bundler with the minimum configuration that an integrator needs. */
export interface Bundler extends ProjectParts {
  /** Command that builds `out/main.js` from `main.js`. */
  readonly command: readonly [string, ...string[]];
  /** Type of script by which a page loads the bundle. */
  readonly script: 'module' | 'classic';
  /** Whether the whole SDK is in one file, which runs completely when the page loads. */
  readonly isOneFile?: boolean;
  /** Trusted Types policies that the bundler's own code creates. */
  readonly ownPolicies?: string;
}

/** The integrator's code. */
const main = `import { VendorOrchestration } from '@vendor/orchestration';
globalThis.VendorOrchestration = VendorOrchestration;
globalThis.startVerification = (options) => VendorOrchestration.start(options);
`;

export const bundlers: readonly Bundler[] = [
  {
    name: 'vite',
    packages: { vite: '8.3.8' },
    files: {
      'main.js': main,
      'vite.config.js': `export default {
        build: {
          outDir: 'out',
          rolldownOptions: { input: 'main.js', output: { entryFileNames: 'main.js' } },
        },
      };`,
    },
    command: ['vite', 'build'],
    script: 'module',
  },
  {
    name: 'vite with all packages in one chunk',
    packages: { vite: '8.3.8' },
    files: {
      'main.js': main,
      'vite.config.js': `export default {
        build: {
          outDir: 'out',
          rolldownOptions: {
            input: 'main.js',
            output: { entryFileNames: 'main.js', codeSplitting: { groups: [{ name: 'vendor', test: /node_modules/ }] } },
          },
        },
      };`,
    },
    command: ['vite', 'build'],
    script: 'module',
    isOneFile: true,
  },
  {
    name: 'webpack',
    packages: { webpack: '5.112.2' },
    files: {
      'main.js': main,
      'build.js': `import webpack from 'webpack';
        const output = { path: import.meta.dirname + '/out', filename: 'main.js', trustedTypes: 'webpack' };
        webpack({ mode: 'production', entry: './main.js', output }, (error, stats) => {
          if (!error && !stats.hasErrors()) return;
          console.error(error ?? stats.toString());
          process.exit(1);
        });`,
    },
    command: ['node', 'build.js'],
    script: 'classic',
    ownPolicies: 'webpack',
  },
  {
    name: 'rollup',
    packages: { rollup: '4.68.7', '@rollup/plugin-node-resolve': '16.0.3' },
    files: { 'main.js': main },
    command: ['rollup', 'main.js', '--dir', 'out', '--format', 'es', '--plugin', 'node-resolve'],
    script: 'module',
  },
  {
    name: 'rollup with all packages in one chunk',
    packages: { rollup: '4.68.7', '@rollup/plugin-node-resolve': '16.0.3' },
    files: {
      'main.js': main,
      'rollup.config.mjs': `import { nodeResolve } from '@rollup/plugin-node-resolve';
        const manualChunks = (id) => (id.includes('node_modules') ? 'vendor' : undefined);
        export default { input: 'main.js', output: { dir: 'out', manualChunks }, plugins: [nodeResolve()] };`,
    },
    command: ['rollup', '--config', 'rollup.config.mjs'],
    script: 'module',
    isOneFile: true,
  },
  {
    name: 'esbuild',
    packages: { esbuild: '0.28.2' },
    files: { 'main.js': main },
    command: ['esbuild', 'main.js', '--bundle', '--splitting', '--format=esm', '--minify', '--outdir=out'],
    script: 'module',
  },
  {
    name: 'parcel',
    packages: { parcel: '2.16.4' },
    manifest: {
      targets: {
        default: { context: 'browser', outputFormat: 'esmodule', distDir: 'out', publicUrl: '/' },
      },
      browserslist: 'chrome 96',
    },
    files: { 'main.js': main },
    command: ['parcel', 'build', 'main.js', '--no-cache', '--no-source-maps'],
    script: 'module',
  },
];
