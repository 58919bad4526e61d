import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { RateLimit } from './http/token-buckets.ts';
import { logLevels } from './logging/logger.ts';

const port = (fallback: number) => z.coerce.number().int().min(1).max(65_535).default(fallback);

/** Everything the service answers lies under fixed paths from the root of its host. */
function isOrigin(text: string): boolean {
  const { origin, href } = new URL(text);
  return href === `${origin}/` && !/[?#]$/.test(text);
}

const environmentSchema = z.object({
  PORT: port(4000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, abort: true })
    .refine(isOrigin, 'must be scheme, host and port alone, as in https://verify.example')
    .optional(),
  DEMO_PORT: port(4001),
  MASTER_KEY: z.string().min(1).optional(),
  NODE_ENV: z.string().default('development'),
  TRUSTED_PROXIES: z.string().default(''),
  SDK_DIR: z.string().min(1).optional(),
  RATE_LIMIT: z.coerce.number().int().min(1).max(1_000_000).default(50),
  LOG_LEVEL: z.enum(logLevels).default('info'),
});

/** How this process is to run. */
export interface Environment {
  readonly port: number;
  readonly host: string;
  readonly dataFolder: string;
  /** Where others reach the service, without a slash at the end; null: at the port it listens on. */
  readonly publicUrl: string | null;
  readonly demoUrl: string;
  readonly masterKey: string | undefined;
  /** Seeds an account, and lets webhooks go to this machine. */
  readonly isDevelopment: boolean;
  /** Addresses and networks whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Of each API key, session and address. */
  readonly rateLimit: RateLimit;
  readonly sdkFolder: string;
  readonly logLevel: z.infer<typeof environmentSchema>['LOG_LEVEL'];
}

/** The browser SDK's build, beside this package. */
const builtSdk = fileURLToPath(new URL('../../sdk/dist/script', import.meta.url));

/** Reads the environment variables. @throws with the name of each that cannot be understood; never with its value. */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>>): Environment {
  // An empty variable is how a shell says "not set".
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const result = environmentSchema.safeParse(given);
  if (!result.success) {
    const names = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The environment cannot be understood. ${names.join('; ')}`);
  }
  const { data } = result;
  return {
    port: data.PORT,
    host: data.HOST,
    dataFolder: resolve(data.DATA_DIR),
    publicUrl: data.PUBLIC_URL === undefined ? null : new URL(data.PUBLIC_URL).origin,
    demoUrl: `http://localhost:${data.DEMO_PORT}`,
    masterKey: data.MASTER_KEY,
    isDevelopment: data.NODE_ENV !== 'production',
    trustedProxies: data.TRUSTED_PROXIES.split(/[\s,]+/).filter((proxy) => proxy !== ''),
    rateLimit: { perSecond: data.RATE_LIMIT, burst: 2 * data.RATE_LIMIT },
    sdkFolder: resolve(data.SDK_DIR ?? builtSdk),
    logLevel: data.LOG_LEVEL,
  };
}
