import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { OperatorClient, OperatorReply, OperatorRequest } from '../../outgoing/operator-request.ts';
import { BucketError, faultOfReply } from './bucket-error.ts';
import { readXml } from './read-xml.ts';
import type { S3Location } from './s3-location.ts';

/** Credentials of a bucket. */
export interface BucketKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Only for temporary credentials. */
  readonly sessionToken?: string;
}

/** Dependencies of a {@link Bucket}. */
export interface BucketParts {
  readonly location: S3Location;
  /** Credentials; a function is called before each request, for credentials that expire. */
  readonly keys: BucketKeys | (() => BucketKeys);
  readonly client: Pick<OperatorClient, 'send'>;
  /** Waits before a retry, in ms. */
  readonly wait?: (ms: number) => Promise<unknown>;
}

/** An object in a list. */
export interface BucketObject {
  readonly key: string;
  readonly bytes: number;
  /** MD5 of the content in hex, unless the bucket encrypts with a key of its own: then another text, or empty. */
  readonly tag: string;
}

/**
 * Objects under one prefix of a bucket. Keys are relative to the prefix, and consist of letters, digits, `.`, `-`, `_` and `/`.
 */
export interface Bucket {
  /** Address in the form `s3://bucket/prefix`. */
  readonly address: string;
  put(key: string, body: Uint8Array): Promise<void>;
  /**
   * Stores an object unless it exists. If the server does not support `If-None-Match`, checks first, so that another writer may
   * win in between. OpenStack Swift supports the header but has the same race.
   *
   * @returns whether the object was stored.
   */
  putIfAbsent(key: string, body: Uint8Array): Promise<boolean>;
  get(key: string): Promise<Uint8Array | null>;
  /** Returns when an object was modified, in ms since 1970 by the bucket's clock; null if there is none. */
  modifiedAt(key: string): Promise<number | null>;
  delete(key: string): Promise<void>;
  /** Lists keys that begin with a text, in pages of up to a thousand. */
  list(start: string): AsyncIterable<readonly string[]>;
  /** Lists objects like {@link Bucket.list}, with size and tag. */
  describe(start: string): AsyncIterable<readonly BucketObject[]>;
}

/** Maximum backoff before each retry, in ms; the minimum is half of it. */
const maxWaitsMs = [200, 800, 3200];
/** Maximum size of the XML of a list or an error. */
const maxXmlBytes = 4 * 1024 * 1024;
/** Maximum size of an object: larger than any encrypted upload. */
const maxObjectBytes = 256 * 1024 * 1024;
const plainKey = /^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*\/?$/;

interface Call {
  readonly method: OperatorRequest['method'];
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/** Opens a prefix of a bucket without sending a request. All methods throw {@link BucketError} if a request fails. */
export function openBucket({ location, keys, client, wait = sleep }: BucketParts): Bucket {
  const { bucket, prefix, endpoint } = location;
  const address = `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`;
  const root = prefix === '' ? '' : `${prefix}/`;

  async function sendOnce(call: Call): Promise<OperatorReply> {
    const url = new URL(`/${bucket}${call.key === undefined ? '' : `/${root}${call.key}`}`, endpoint);
    for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value);
    const signer = new AwsV4Signer({
      ...(typeof keys === 'function' ? keys() : keys),
      method: call.method,
      url: url.href,
      service: 's3',
      region: location.region,
      headers: { ...call.headers, ...digestHeaders(call.body, location.signsPayload) },
    });
    const { headers } = await signer.sign();
    return client.send({
      url: signer.url.href,
      method: call.method,
      headers: Object.fromEntries(headers),
      ...(call.body && { body: call.body }),
      maxBodyBytes: call.method === 'GET' && call.query === undefined ? maxObjectBytes : maxXmlBytes,
    });
  }

  /** Retries temporary failures of the bucket or the network. */
  async function send(call: Call, expected: readonly number[]): Promise<OperatorReply> {
    if (call.key !== undefined && !plainKey.test(call.key)) throw new RangeError('Not a valid object key.');
    for (let tries = 0; ; tries += 1) {
      const error = await sendOnce(call).then(
        (reply) => (expected.includes(reply.status) ? reply : toBucketError(reply)),
        (cause: unknown) =>
          new BucketError('BUCKET_UNREACHABLE', {
            path: address,
            detail: 'the response was incomplete',
            cause,
          }),
      );
      if (!(error instanceof Error)) return error;
      const waitMs = maxWaitsMs[tries];
      if (error.code !== 'BUCKET_UNREACHABLE' || waitMs === undefined) throw error;
      await wait(waitMs * (0.5 + Math.random() / 2));
    }
  }

  function toBucketError({ status, body }: OperatorReply): BucketError {
    const code = readErrorCode(body);
    const detail = `the answer was ${status}${code === null ? '' : ` ${code}`}`;
    return new BucketError(faultOfReply(status, code), { path: address, detail });
  }

  const readKeys = (page: ReturnType<typeof readXml>) =>
    (page.get('Key') ?? []).map((key) => key.slice(root.length));

  async function* pages(start: string): AsyncGenerator<ReturnType<typeof readXml>> {
    let continuation: string | undefined;
    do {
      const query = {
        'list-type': '2',
        prefix: `${root}${start}`,
        ...(continuation !== undefined && { 'continuation-token': continuation }),
      };
      const { body } = await send({ method: 'GET', query }, [200]);
      const page = readXml(body, ['Key', 'Size', 'ETag', 'IsTruncated', 'NextContinuationToken']);
      if (!page.has('IsTruncated'))
        throw new BucketError('BUCKET_REFUSED', {
          path: address,
          detail: 'the response to a list request cannot be parsed',
        });
      yield page;
      continuation = page.get('NextContinuationToken')?.[0];
    } while (continuation !== undefined);
  }

  const self: Bucket = {
    address,
    async put(key, body) {
      await send({ method: 'PUT', key, body }, [200]);
    },
    async putIfAbsent(key, body) {
      const conditional = { method: 'PUT', key, body, headers: { 'if-none-match': '*' } } as const;
      const { status } = await send(conditional, [200, 409, 412, 501]);
      if (status === 200) return true;
      if (status !== 501) return false;
      if ((await self.get(key)) !== null) return false;
      await self.put(key, body);
      return true;
    },
    async get(key) {
      const reply = await send({ method: 'GET', key }, [200, 404]);
      if (reply.status === 200) return reply.body;
      if (readErrorCode(reply.body) === 'NoSuchBucket') throw toBucketError(reply);
      return null;
    },
    async modifiedAt(key) {
      const { status, headers } = await send({ method: 'HEAD', key }, [200, 404]);
      if (status === 404) return null;
      const at = Date.parse(headers['last-modified'] ?? '');
      if (Number.isNaN(at))
        throw new BucketError('BUCKET_REFUSED', {
          path: address,
          detail: 'a listed object has no modification time',
        });
      return at;
    },
    async delete(key) {
      const reply = await send({ method: 'DELETE', key }, [200, 204, 404]);
      if (readErrorCode(reply.body) === 'NoSuchBucket') throw toBucketError(reply);
    },
    async *list(start) {
      for await (const page of pages(start)) yield readKeys(page);
    },
    async *describe(start) {
      for await (const page of pages(start)) {
        const [sizes, tags] = [page.get('Size') ?? [], page.get('ETag') ?? []];
        yield readKeys(page).map((key, index) => ({
          key,
          bytes: Number(sizes[index]),
          tag: (tags[index] ?? '').replaceAll('"', ''),
        }));
      }
    },
  };
  return self;
}

/** Returns headers by which the bucket detects a changed body: the signed SHA-256, or Content-MD5. */
function digestHeaders(body: Uint8Array | undefined, signsPayload: boolean): Record<string, string> {
  const bytes = body ?? new Uint8Array();
  if (signsPayload) return { 'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex') };
  return {
    'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
    ...(body && { 'content-md5': createHash('md5').update(bytes).digest('base64') }),
  };
}

function readErrorCode(body: Uint8Array): string | null {
  return readXml(body, ['Code']).get('Code')?.[0] ?? null;
}
