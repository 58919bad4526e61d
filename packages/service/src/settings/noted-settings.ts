import { join } from 'node:path';
import { z } from 'zod';
import { readPrivateFile, writePrivateFile } from '../secrets/private-file.ts';
import type { Environment } from './environment.ts';

/** Beside the data, so that commands about them know how they are served. */
const fileName = 'settings.json';

const notedSchema = z.object({
  DEVELOPMENT: z.enum(['true', 'false']),
  ALLOW_LOOPBACK: z.enum(['true', 'false']),
  PUBLIC_URL: z.string().optional(),
  WEBHOOK_NETWORKS: z.string().optional(),
  WEBHOOK_CA_FILE: z.string().optional(),
});

/** Address that the service listens at. */
type ListenAddress = Pick<Environment, 'host' | 'port'>;

const addressSchema = z.object({ address: z.object({ host: z.string(), port: z.number() }) });

/** Settings of a service for whoever has none of their own. */
export type NotedSettings = Partial<z.infer<typeof notedSchema>>;

/** The names of those settings that are on and are for development alone. */
export function developmentSettings({ isDevelopment, allowsLoopback }: Environment): string[] {
  return [...(isDevelopment ? ['DEVELOPMENT'] : []), ...(allowsLoopback ? ['ALLOW_LOOPBACK'] : [])];
}

/**
 * Notes with each start what the service may do, so that commands refuse and allow the same.
 *
 * @param address - where it listens, once it does.
 */
export function noteSettings(environment: Environment, address: ListenAddress | null): void {
  const on = developmentSettings(environment);
  const said = (name: string) => (on.includes(name) ? 'true' : 'false');
  const { networks, caFile } = environment.webhooks;
  const noted = {
    DEVELOPMENT: said('DEVELOPMENT'),
    ALLOW_LOOPBACK: said('ALLOW_LOOPBACK'),
    ...(environment.publicUrl !== null && { PUBLIC_URL: environment.publicUrl }),
    ...(networks.length > 0 && { WEBHOOK_NETWORKS: networks.join(',') }),
    ...(caFile !== null && { WEBHOOK_CA_FILE: caFile }),
    ...(address && { address: { host: address.host, port: address.port } }),
  };
  writePrivateFile(settingsNote(environment.dataFolder), `${JSON.stringify(noted)}\n`);
}

/** Reads the settings that the last start noted; none where there was no start, or where the note cannot be read. */
export function notedSettings(dataFolder: string): NotedSettings {
  // Without noted settings, nothing is allowed.
  return readNoted(dataFolder, notedSchema) ?? {};
}

/** Reads the address that the service of a data folder listens at, if it runs. @returns null where none was noted. */
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

/** Path of the note of the last start, which belongs to the user who runs the service. */
export function settingsNote(dataFolder: string): string {
  return join(dataFolder, fileName);
}
