import { describe, expect, it } from 'vitest';
import { serverKeys, startBucketServer } from '../../../testing/bucket-server.ts';
import type { OperatorReply, OperatorRequest } from '../../outgoing/operator-request.ts';
import { openBucket } from './bucket.ts';

type Reply = Partial<Omit<OperatorReply, 'body'>> & { body?: string };
const failure = (status: number, code: string): Reply => ({
  status,
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>m</Message></Error>`,
});

/** Opens a bucket on a client that returns the given replies in order, repeating the last. An error breaks the connection. */
function scripted(...replies: (Reply | Error)[]) {
  const requests: OperatorRequest[] = [];
  const waits: number[] = [];
  const bucket = openBucket({
    location: {
      bucket: 'media',
      prefix: 'live',
      endpoint: 'http://s3.test',
      region: 'eu-1',
      signsPayload: true,
    },
    keys: { accessKeyId: 'id', secretAccessKey: 'never-shown' },
    client: {
      async send(request) {
        const reply = replies[Math.min(requests.length, replies.length - 1)]!;
        requests.push(request);
        if (reply instanceof Error) throw reply;
        return { status: 200, headers: {}, ...reply, body: Buffer.from(reply.body ?? '') };
      },
    },
    wait: async (ms) => waits.push(ms),
  });
  return { bucket, requests, waits };
}

describe('failures of a bucket', () => {
  it.each([
    [failure(403, 'AccessDenied'), 'BUCKET_FORBIDDEN'],
    [failure(403, 'InvalidAccessKeyId'), 'BUCKET_KEY_REFUSED'],
    [failure(403, 'SignatureDoesNotMatch'), 'BUCKET_KEY_REFUSED'],
    [failure(403, 'RequestTimeTooSkewed'), 'BUCKET_CLOCK'],
    [failure(404, 'NoSuchBucket'), 'BUCKET_MISSING'],
    [failure(400, 'AuthorizationHeaderMalformed'), 'BUCKET_ELSEWHERE'],
    [failure(400, 'BadDigest'), 'BUCKET_REFUSED'],
    [failure(400, 'XAmzContentSHA256Mismatch'), 'BUCKET_REFUSED'],
    [{ status: 307 }, 'BUCKET_ELSEWHERE'],
    [{ status: 403, body: '<html><p>Not <b>you' }, 'BUCKET_FORBIDDEN'],
  ])('sends one request and reports the fault: %o', async (reply, code) => {
    const { bucket, requests } = scripted(reply);
    const error = await bucket.put('a', Buffer.from('x')).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code, path: 's3://media/live' });
    expect(String(error)).not.toContain('never-shown');
    expect(requests).toHaveLength(1);
  });

  it.each([
    failure(503, 'SlowDown'),
    failure(500, 'InternalError'),
    { status: 502, body: 'bad gateway' },
    { status: 429 },
    new Error('other side closed'),
  ])('retries with growing delays and then gives up: %o', async (reply) => {
    const { bucket, requests, waits } = scripted(reply);
    await expect(bucket.get('a')).rejects.toMatchObject({ code: 'BUCKET_UNREACHABLE' });
    expect(requests).toHaveLength(4);
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
  });

  it('succeeds once the bucket recovers', async () => {
    const { bucket } = scripted(failure(503, 'SlowDown'), new Error('reset'), { body: 'content' });
    expect(Buffer.from((await bucket.get('a'))!).toString()).toBe('content');
  });

  it('distinguishes a missing bucket from a missing object', async () => {
    await expect(scripted(failure(404, 'NoSuchBucket')).bucket.get('a')).rejects.toMatchObject({
      code: 'BUCKET_MISSING',
    });
    expect(await scripted(failure(404, 'NoSuchKey')).bucket.get('a')).toBeNull();
  });

  it('refuses a reply that is not a list', async () => {
    const { bucket } = scripted({ body: '<html>signed in</html>' });
    await expect(bucket.list('')[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: 'BUCKET_REFUSED',
    });
  });
});

it('lists all pages by their continuation tokens', async () => {
  const page = (key: string, next: string | null) => ({
    body: `<ListBucketResult><IsTruncated>${next !== null}</IsTruncated><Contents><Key>live/${key}</Key></Contents>${next === null ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`}</ListBucketResult>`,
  });
  const { bucket, requests } = scripted(page('a', '1+/=&amp;x'), page('b', null));
  const pages: (readonly string[])[] = [];
  for await (const keys of bucket.list('media/')) pages.push(keys);
  expect(pages).toEqual([['a'], ['b']]);
  const asked = requests.map(({ url }) => new URL(url).searchParams);
  expect(asked.map((query) => query.get('prefix'))).toEqual(['live/media/', 'live/media/']);
  expect(asked.map((query) => query.get('continuation-token'))).toEqual([null, '1+/=&x']);
});

describe('putIfAbsent', () => {
  it('sends If-None-Match, and returns false if the object exists', async () => {
    const { bucket, requests } = scripted({ status: 200 });
    expect(await bucket.putIfAbsent('a', Buffer.from('x'))).toBe(true);
    expect(requests[0]?.headers['if-none-match']).toBe('*');
    expect(await scripted(failure(412, 'PreconditionFailed')).bucket.putIfAbsent('a', Buffer.from('x'))).toBe(
      false,
    );
  });

  it('reads the object first if the server does not support If-None-Match', async () => {
    const absent = scripted(failure(501, 'NotImplemented'), failure(404, 'NoSuchKey'), { status: 200 });
    expect(await absent.bucket.putIfAbsent('a', Buffer.from('x'))).toBe(true);
    expect(absent.requests.map(({ method }) => method)).toEqual(['PUT', 'GET', 'PUT']);
    const present = scripted(failure(501, 'NotImplemented'), { body: 'y' });
    expect(await present.bucket.putIfAbsent('a', Buffer.from('x'))).toBe(false);
    expect(present.requests).toHaveLength(2);
  });
});

it.each(['', '/a', 'a//b', '../a?', 'ß', 'a b', 'a%2fb', 'a\0'])('refuses the key %j', async (key) => {
  const { bucket, requests } = scripted({ status: 200 });
  await expect(bucket.put(key, Buffer.from('x'))).rejects.toThrow(RangeError);
  await expect(bucket.delete(key)).rejects.toThrow(RangeError);
  expect(requests).toEqual([]);
});

it('reports a wrong key and a missing bucket of a real server', async () => {
  const server = await startBucketServer();
  try {
    const stranger = server.open({}, { ...serverKeys, accessKeyId: 'another' });
    await expect(stranger.put('a', Buffer.from('x'))).rejects.toMatchObject({ code: 'BUCKET_KEY_REFUSED' });
    const elsewhere = server.open({ bucket: 'nowhere' });
    await expect(elsewhere.get('a')).rejects.toMatchObject({ code: 'BUCKET_MISSING' });
    await expect(elsewhere.put('a', Buffer.from('x'))).rejects.toMatchObject({ code: 'BUCKET_MISSING' });
  } finally {
    await server.stop();
  }
});
