import { captureLimits } from '@vendor/contract';
import { uploadCheckHeader } from '../../media/upload-check.ts';
import type { Environment } from '../../settings/environment.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const check = 'uploads';

/** Time-out for a reply, in ms: a proxy may read the whole body before it asks the service. */
const answerWithinMs = 30_000;

/** Sizes of bodies to try: above the default limits of proxies, 1 MB and 10 MB, and the largest that the service accepts. */
const bodySizes = [2_000_000, 11_000_000, captureLimits.videoBytes] as const;

/** Settings that limit bodies, by the proxy's name in the `Server` header. */
const limits: readonly (readonly [name: RegExp, setting: string])[] = [
  [/nginx|openresty/i, 'client_max_body_size 21m'],
  [/apache/i, 'SecRequestBodyLimit and SecRequestBodyNoFilesLimit 22020096 (ModSecurity)'],
  [/caddy/i, 'request_body { max_size 21MB }'],
];

/**
 * Sends bodies to each public address, to check whether the proxy there accepts the size of pictures and videos.
 *
 * @param signature - makes the service read the whole body. Null: the service replies early, possibly before the proxy has
 *   reached its limit.
 */
export async function lookAtUploads(
  { publicUrl, regionUrls }: Environment,
  isRunning: boolean,
  signature: string | null,
): Promise<Finding[]> {
  if (!isRunning) return [];
  const addresses = new Set([publicUrl, regionUrls.us, regionUrls.apac]);
  addresses.delete(null);
  return Promise.all([...addresses].map((address) => tryBodies(`${address}`, signature)));
}

async function tryBodies(address: string, signature: string | null): Promise<Finding> {
  const ping = await ask(`${address}/orchestration-api/v1/client/ping`);
  if (!ping?.isOfService)
    return warn(
      check,
      `${address} ${ping ? `answers ${ping.status}, and not as the service,` : 'cannot be reached'} from here: no body was sent through it.`,
      'Check whether the address leads to the service, and run this where it can be reached.',
    );
  let passedBytes = 0;
  for (const bytes of bodySizes) {
    // Without a session, the service refuses the request. If a proxy refuses it first, the reply has another body.
    const reply = await ask(`${address}/orchestration-api/v1/client/steps/doctor/attempts/1/captures/front`, {
      bytes,
      signature,
    });
    if (!reply?.isOfService) return reportStoppedBody(address, bytes, passedBytes, reply);
    passedBytes = bytes;
  }
  return ok(check, `Bodies of ${megabytes(passedBytes)} reach the service through ${address}.`);
}

function reportStoppedBody(
  address: string,
  bytes: number,
  passedBytes: number,
  reply: Reply | null,
): Finding {
  const answer = reply ? `HTTP ${reply.status}${reply.server && ` of ${reply.server}`}` : 'no answer';
  const found = `A body of ${megabytes(bytes)} does not reach the service through ${address} (${answer})`;
  const setting = limits.find(([name]) => name.test(reply?.server ?? ''))?.[1];
  const remedy = `Let the proxy pass bodies of 21 MB${setting ? `: ${setting}` : ''}. See docs/how-to/proxy.md.`;
  return passedBytes === 0
    ? fail(check, `${found}: most pictures are lost.`, remedy)
    : warn(
        check,
        `${found}, one of ${megabytes(passedBytes)} does: large files and videos are lost.`,
        remedy,
      );
}

interface Reply {
  readonly status: number;
  /** Whether the reply contains data or a problem code, which only the service sends. */
  readonly isOfService: boolean;
  readonly server: string;
}

/** Sends a body of the given size, or none. Returns null if there was no reply. */
async function ask(
  url: string,
  sent?: { readonly bytes: number; readonly signature: string | null },
): Promise<Reply | null> {
  try {
    const reply = await fetch(url, {
      ...(sent && { method: 'PUT', body: new Uint8Array(sent.bytes) }),
      ...(sent?.signature && { headers: { [uploadCheckHeader]: sent.signature } }),
      redirect: 'error',
      signal: AbortSignal.timeout(answerWithinMs),
    });
    const body = (await reply.json().catch(() => null)) as { data?: unknown; code?: unknown } | null;
    const isOfService = typeof body?.code === 'string' || typeof body?.data === 'object';
    return { status: reply.status, isOfService, server: reply.headers.get('server') ?? '' };
  } catch {
    return null;
  }
}

function megabytes(bytes: number): string {
  return `${Math.floor(bytes / 1e6)} MB`;
}
