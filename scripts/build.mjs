// npm run build: builds everything that runs. The TypeScript compiler builds the service, the demo and their libraries; a bundler
// joins the files of the service, and builds the SDK and the Admin Panel.
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

/** Bundles the compiled service, the SDK, whose declarations depend on the compiled files, and the Admin Panel. */
export function bundle(options = {}) {
  return inBundledPackages('build', options);
}

/** Runs a script of each package that is bundled, up to the first that fails. Returns its exit code, or 0. */
export async function inBundledPackages(script, options = {}) {
  for (const name of ['@vendor/service', '@vendor/orchestration', '@vendor/admin']) {
    const code = await packageScript(name, script, options);
    if (code !== 0) return code;
  }
  return 0;
}

if (isMainScript(import.meta.url)) {
  await install();
  process.exit(await build());
}
