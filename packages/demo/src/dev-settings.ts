import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A workflow that the shop may start. */
export interface Workflow {
  readonly id: string;
  readonly name: string;
}

/** Settings of the shop's backend for the verification service. Secret, except for the names of the workflows. */
export interface ServiceSettings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly workflows: readonly Workflow[];
}

/**
 * Reads the settings that the service writes on its first start in development (`dev.json`). In production, read these from
 * your secret store.
 *
 * @throws if the file is missing or does not contain the settings.
 */
export async function readServiceSettings(dataDir: string): Promise<ServiceSettings> {
  return parseSettings(JSON.parse(await readFile(join(dataDir, 'dev.json'), 'utf8')));
}

/** Waits until the service has written its settings, so that service and shop can be started in either order. */
export async function waitForServiceSettings(dataDir: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      await readServiceSettings(dataDir);
      return;
    } catch (error) {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      if (!isMissing) throw error;
    }
    await delay(200, undefined, { signal });
  }
}

function parseSettings(value: unknown): ServiceSettings {
  const { baseUrl, apiKey, webhookSecret, workflows } = (value ?? {}) as Record<string, unknown>;
  const isWhole =
    typeof baseUrl === 'string' &&
    typeof apiKey === 'string' &&
    typeof webhookSecret === 'string' &&
    Array.isArray(workflows) &&
    workflows.length > 0 &&
    workflows.every((workflow) => typeof workflow?.id === 'string' && typeof workflow?.name === 'string');
  if (!isWhole) throw new Error('dev.json must contain baseUrl, apiKey, webhookSecret and workflows');
  return {
    baseUrl: new URL(baseUrl).origin,
    apiKey,
    webhookSecret,
    workflows: workflows.map(({ id, name }: Workflow) => ({ id, name })),
  };
}
