// npm run build: builds everything that runs. The TypeScript compiler builds the service, the demo and their libraries; a bundler
// builds the SDK and the Admin Panel.
import { install, isMainScript, packageScript, tool } from './workspace.mjs';

/** Builds all packages, with options for `run` in workspace.mjs. Returns the exit code of the first step that failed, or 0. */
export async function build(options = {}) {
  const compiled = await compile(options);
  return compiled === 0 ? bundle(options) : compiled;
}

/** Compiles the service, the demo, and the libraries. */
export function compile(options = {}) {
  return typeCheck(['packages/service', 'packages/demo', 'packages/sdk', 'lab/specimens'], options);
}

/**
 * Type-checks some projects, or all, in one thread: parallel checks would repeat much of the work, and other steps use the
 * second core.
 *
 * @param {string[]} projects
 */
export function typeCheck(projects, options = {}) {
  return tool('tsc', ['-b', '--singleThreaded', ...projects], options);
}

/** Bundles the SDK, whose declarations depend on the compiled files, and the Admin Panel. */
export async function bundle(options = {}) {
  const bundled = await packageScript('@vendor/orchestration', 'build', options);
  return bundled === 0 ? packageScript('@vendor/admin', 'build', options) : bundled;
}

if (isMainScript(import.meta.url)) {
  await install();
  process.exit(await build());
}
