import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePorts } from '../stage/free-ports.ts';
import type { Stage } from '../stage/stage.ts';
import { workflowOf } from '../stage/stage.ts';
import { run } from './integrator-project.ts';

/** Names of the folders in `examples/`. */
export type ExampleName = 'html' | 'react' | 'vue' | 'next';

/** A running example, set up by the steps of its README. */
export interface ExampleApp {
  readonly url: string;
  stop(): Promise<void>;
}

const examples = fileURLToPath(new URL('../../examples', import.meta.url));

/** Timeout for a built example to answer, and to stop, in ms. */
const timeoutMs = 60_000;

/** Names of files that appear in an example's folder once somebody has run it there. */
const generated = new Set(['node_modules', 'dist', '.next', '.env', 'package-lock.json']);

/**
 * Copies an example, installs it from the registry with the packed SDK instead of the published one, and runs its commands to
 * check types, build and start.
 */
export async function startExample(name: ExampleName, stage: Stage): Promise<ExampleApp> {
  const { DELIVERY_FOLDER: home, DELIVERY_TARBALL: tarball } = process.env;
  if (!home || !tarball) throw new Error('The global setup has not packed the SDK');
  const folder = join(home, `example-${name}`);
  await cp(join(examples, name), folder, {
    recursive: true,
    filter: (path) => !generated.has(basename(path)),
  });

  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  if (manifest.dependencies['@vendor/orchestration']) {
    manifest.dependencies['@vendor/orchestration'] = `file:${tarball}`;
  }
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  const [port] = (await findFreePorts(1)) as [number];
  const settings = await fillIn(join(folder, '.env.example'), {
    ORCHESTRATION_URL: stage.serviceUrl,
    ORCHESTRATION_API_KEY: stage.apiKey,
    WORKFLOW_ID: workflowOf(stage, 'document').id,
    WEBHOOK_SECRET: stage.webhookSecret,
    PORT: `${port}`,
  });
  await writeFile(join(folder, '.env'), settings);

  await run(folder, 'npm', ['install', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error']);
  for (const script of ['typecheck', 'build']) {
    if (manifest.scripts[script]) await run(folder, 'npm', ['run', script]);
  }
  return serve(folder, port);
}

/** Fills in the settings of an example; throws if it needs further ones. */
async function fillIn(path: string, values: Readonly<Record<string, string>>): Promise<string> {
  const text = await readFile(path, 'utf8');
  return text.replace(/^(\w+)=.*$/gm, (_line, name: string) => {
    if (values[name] === undefined) throw new Error(`${path} asks for ${name}`);
    return `${name}=${values[name]}`;
  });
}

async function serve(folder: string, port: number): Promise<ExampleApp> {
  const logFolder = fileURLToPath(new URL('../.cache/logs', import.meta.url));
  await mkdir(logFolder, { recursive: true });
  const logPath = join(logFolder, `${basename(folder)}.log`);
  const log = createWriteStream(logPath);
  // Starts a process group, because npm does not forward signals to all processes that it starts.
  const child = spawn('npm', ['start'], {
    cwd: folder,
    // Next reads its port only from here.
    env: { ...process.env, PORT: `${port}` },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    process.kill(-child.pid!, 'SIGTERM');
    await Promise.race([ended, delay(timeoutMs, undefined, { ref: false })]);
  };
  const url = `http://localhost:${port}/`;
  const giveUpAt = Date.now() + timeoutMs;
  while (
    !(await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (Date.now() > giveUpAt || child.exitCode !== null) {
      await stop();
      throw new Error(`${basename(folder)} did not start, see ${logPath}`);
    }
    await delay(100);
  }
  return { url, stop };
}
