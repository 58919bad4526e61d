import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { type Bucket, type BucketParts, openBucket } from '../src/media/s3/bucket.ts';
import { openOperatorClient } from '../src/outgoing/open-operator-client.ts';

/** Keys that the server accepts. */
export const serverKeys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/** An S3 server on this machine with one bucket, `media`. */
export interface BucketServer {
  readonly endpoint: string;
  /** Folder of the objects. */
  readonly folder: string;
  /** Opens a prefix of the bucket, with retries that do not wait. */
  open(location?: Partial<BucketParts['location']>, keys?: BucketParts['keys']): Bucket;
  stop(): Promise<void>;
}

export async function startBucketServer(): Promise<BucketServer> {
  const folder = mkdtempSync(join(tmpdir(), 'bucket-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory: folder,
    silent: true,
    configureBuckets: [{ name: 'media', configs: [] }],
  });
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  const { open, close } = openServerBucket(endpoint, serverKeys);
  return {
    endpoint,
    folder,
    open,
    async stop() {
      await close();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Opens prefixes of the bucket `media` of a server on this machine. */
export function openServerBucket(
  endpoint: string,
  ownKeys: BucketParts['keys'],
): Pick<BucketServer, 'open'> & { close(): Promise<void> } {
  const client = openOperatorClient({ timeoutMs: 10_000, connections: 4 });
  return {
    open: (location, keys = ownKeys) =>
      openBucket({
        location: {
          bucket: 'media',
          prefix: 'live',
          endpoint,
          region: 'us-east-1',
          signsPayload: true,
          ...location,
        },
        keys,
        client,
        wait: async () => {},
      }),
    close: () => client.close(),
  };
}
