import { join } from 'node:path';
import { z } from 'zod';
import { readPrivateFile, writePrivateFile } from '../secrets/private-file.ts';
import type { Environment } from './environment.ts';

/** Lies beside the data, so that commands know how the service is configured. */
const fileName = 'settings.json';

const notedSchema = z.object({
  DEVELOPMENT: z.enum(['true', 'false']),
  ALLOW_LOOPBACK: z.enum(['true', 'false']),
  PUBLIC_URL: z.string().optional(),
  WEBHOOK_NETWORKS: z.string().optional(),
  WEBHOOK_CA_FILE: z.string().optional(),
});

/** Address on which the service listens. */
type ListenAddress = Pick<Environment, 'host' | 'port'>;

const addressSchema = z.object({ address: z.object({ host: z.string(), port: z.number() }) });

/** Settings of the service, for commands that run without its environment. */
export type NotedSettings = Partial<z.infer<typeof notedSchema>>;

/** Returns the names of the development-only settings that are on. */
export function developmentSettings({ isDevelopment, allowsLoopback }: Environment): string[] {
  return [...(isDevelopment ? ['DEVELOPMENT'] : []), ...(allowsLoopback ? ['ALLOW_LOOPBACK'] : [])];
}

/**
 * Records the settings of a start, so that commands allow the same as the service.
 *
 * @param address - address on which the service listens; null: not listening yet.
 */
export function noteSettings(environment: Environment, address: ListenAddress | null): void {
  const on = developmentSettings(environment);
  const flagOf = (name: string) => (on.includes(name) ? 'true' : 'false');
  const { networks, caFile } = environment.webhooks;
  const noted = {
    DEVELOPMENT: flagOf('DEVELOPMENT'),
    ALLOW_LOOPBACK: flagOf('ALLOW_LOOPBACK'),
    ...(environment.publicUrl !== null && { PUBLIC_URL: environment.publicUrl }),
    ...(networks.length > 0 && { WEBHOOK_NETWORKS: networks.join(',') }),
    ...(caFile !== null && { WEBHOOK_CA_FILE: caFile }),
    ...(address && { address: { host: address.host, port: address.port } }),
  };
  writePrivateFile(settingsNote(environment.dataFolder), `${JSON.stringify(noted)}\n`);
}

/** Reads the settings that the last start recorded; empty if there are none, or they cannot be read. */
export function notedSettings(dataFolder: string): NotedSettings {
  // Without recorded settings, nothing is allowed.
  return readNoted(dataFolder, notedSchema) ?? {};
}

/** Reads the address on which the last started service of a data folder listens. @returns null if none was recorded. */
export function notedAddress(dataFolder: string): ListenAddress | null {
  return readNoted(dataFolder, addressSchema)?.address ?? null;
}

function readNoted<Noted>(dataFolder: string, schema: z.ZodType<Noted>): Noted | null {
  try {
    return schema.parse(JSON.parse(readPrivateFile(join(dataFolder, fileName)) ?? ''));
  } catch {
    return null;
  }
}

/** Returns the path of the recorded settings, whose file belongs to the user who runs the service. */
export function settingsNote(dataFolder: string): string {
  return join(dataFolder, fileName);
}
