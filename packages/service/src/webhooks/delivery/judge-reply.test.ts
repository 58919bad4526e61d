import { describe, expect, it } from 'vitest';
import { judgeReply } from './judge-reply.ts';

const judge = (status: number, retryAfter: string | null = null) =>
  judgeReply({ kind: 'replied', status, retryAfter, headers: {}, body: new Uint8Array() }, 0);

describe('a reply', () => {
  it.each([200, 201, 202, 204, 299])('counts a reply of %i as delivered', { tags: ['DHOOK-8'] }, (status) => {
    expect(judge(status)).toEqual({ kind: 'delivered', status });
  });

  it.each([100, 199, 300, 301, 302, 307, 308, 400, 401, 403, 404, 409, 418, 429, 500, 502, 503, 599])(
    'counts a reply of %i as failed',
    { tags: ['DHOOK-8', 'DHOOK-13'] },
    (status) => {
      expect(judge(status)).toEqual({ kind: 'failed', status, error: `HTTP_${status}`, retryAfterMs: null });
    },
  );

  it('disables the endpoint after a reply of 410', { tags: ['DHOOK-12'] }, () => {
    expect(judge(410)).toMatchObject({ kind: 'gone', status: 410 });
  });

  it('returns the wait that the reply requests', () => {
    expect(judge(503, '30')).toMatchObject({ kind: 'failed', retryAfterMs: 30_000 });
  });

  it('counts a missing reply as failed, with its cause', () => {
    const verdict = judgeReply({ kind: 'failed', failure: 'TIMEOUT' }, 0);
    expect(verdict).toEqual({ kind: 'failed', status: null, error: 'TIMEOUT', retryAfterMs: null });
  });
});
