import { expect, it } from 'vitest';
import { reachOf } from './name-reach.ts';

const reach = (host: string, networks: string[], ...resolved: string[]) =>
  reachOf(host, { allowLoopback: false, networks }, async () => {
    if (resolved.length === 0) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
    return resolved;
  });

it('reports a host as open if connecting to one of its addresses is allowed, and as unknown without addresses', async () => {
  expect(await reach('registers.example', [], '10.2.3.4')).toBe('refused');
  expect(await reach('registers.example', ['10.3.0.0/16'], '10.2.3.4')).toBe('refused');
  expect(await reach('registers.example', ['10.2.0.0/16'], '10.2.3.4')).toBe('open');
  expect(await reach('registers.example', [], '10.2.3.4', '8.8.8.8')).toBe('open');
  expect(await reach('registers.example', [])).toBe('unknown');
  expect(await reach('[fd00::1]', [])).toBe('refused');
  expect(await reach('[fd00::1]', ['fd00::1'])).toBe('open');
});
