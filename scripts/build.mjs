// npm run build: everything that runs. The service, the demo and their libraries by the compiler, the SDK by its bundler.
import { install, isStarted, packageScript, tool } from './workspace.mjs';

/** Builds all packages; answers the exit code of the first that failed, or 0. The options are those of `run`. */
export async function build(options = {}) {
  const projects = ['packages/service', 'packages/demo', 'packages/sdk', 'packages/specimens'];
  const compiled = await tool('tsc', ['-b', ...projects], options);
  if (compiled !== 0) return compiled;
  return packageScript('@vendor/orchestration', 'build', options);
}

if (isStarted(import.meta.url)) {
  await install();
  process.exit(await build());
}
