import { describe, expect, it } from 'vitest';
import type { RequestContext } from './app-environment.ts';
import { createProxyWatch, type UntrustedProxy } from './untrusted-proxy.ts';

/** Makes a watch; the test makes the requests and lets time pass. */
function watch(trusted: readonly string[] = []) {
  const reports: UntrustedProxy[] = [];
  const time = { elapsed: 0 };
  const look = createProxyWatch(
    trusted,
    () => time.elapsed,
    (proxy) => reports.push(proxy),
  );
  const request = (
    remoteAddress: string,
    headers: Record<string, string> = { 'x-forwarded-for': '8.8.8.8' },
  ) =>
    look({
      env: { incoming: { socket: { remoteAddress } } },
      req: { header: (name: string) => headers[name] },
    } as unknown as RequestContext);
  return { reports, time, request };
}

describe('untrusted proxy', () => {
  it.each([
    ['x-forwarded-for', '127.0.0.1'],
    ['forwarded', '10.1.2.3'],
    ['x-real-ip', '192.168.7.7'],
    ['x-forwarded-for', '100.64.0.9'],
    ['x-forwarded-for', '::1'],
    ['x-forwarded-for', 'fd12::9'],
  ])('reports an untrusted proxy once, by %s and its address: %s', (header, peer) => {
    const { reports, request } = watch(['192.0.2.1']);
    for (let count = 0; count < 5; count++) request(peer, { [header]: '8.8.8.8' });
    expect(reports).toEqual([{ peer, header, isOwn: true }]);
  });

  it('reports one proxy per network, and at most sixteen networks', () => {
    const { reports, request } = watch();
    for (let host = 1; host < 200; host++) request(`10.0.0.${host}`);
    expect(reports).toHaveLength(1);
    for (let network = 1; network < 200; network++) request(`10.0.${network}.1`);
    expect(reports).toHaveLength(16);
  });

  it('reports a peer on the internet once an hour, without its address', () => {
    const { reports, time, request } = watch();
    for (let host = 1; host < 200; host++) request(`198.51.100.${host}`);
    request('2001:db8:1:2::3');
    expect(reports).toEqual([{ peer: '198.51.100.0/24', header: 'x-forwarded-for', isOwn: false }]);
    time.elapsed += 3_600_000;
    request('2001:db8:1:2::3');
    expect(reports[1]).toEqual({ peer: '2001:db8:1::/48', header: 'x-forwarded-for', isOwn: false });
    // Reports about peers on the internet do not suppress those about the operator's proxies.
    request('10.0.0.1');
    expect(reports[2]).toMatchObject({ peer: '10.0.0.1', isOwn: true });
  });

  it('reports no trusted proxy, and no peer that forwards nothing', () => {
    const { reports, request } = watch(['10.0.0.0/8', '::1']);
    request('10.1.2.3');
    request('::ffff:10.1.2.3');
    request('::1');
    request('127.0.0.1', {});
    request('');
    expect(reports).toEqual([]);
  });
});
