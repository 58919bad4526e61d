// npm run build: everything that runs. The service, the demo and their libraries by the compiler, the SDK by its bundler.
import { install, isStarted, packageScript, tool } from './workspace.mjs';

/** Builds all packages; answers the exit code of the first that failed, or 0. */
export async function build() {
  const compiled = await tool('tsc', [
    '-b',
    'packages/service',
    'packages/demo',
    'packages/sdk',
    'packages/specimens',
  ]);
  if (compiled !== 0) return compiled;
  return packageScript('@vendor/orchestration', 'build');
}

if (isStarted(import.meta.url)) {
  await install();
  process.exit(await build());
}
