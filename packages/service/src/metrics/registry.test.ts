import parse from 'parse-prometheus-text-format';
import { expect, it } from 'vitest';
import { createRegistry } from './registry.ts';
import { serveMetrics } from './serve-metrics.ts';

const failures: string[] = [];
const registryOf = () => createRegistry((name) => failures.push(name));

it('writes text that a Prometheus parser reads, with unchanged values and labels', async () => {
  const registry = registryOf();
  const odd = 'a "quoted" \\ back\nslash';
  registry.gauge('depth', `Help with \\ and\na line`, () => [
    { labels: { name: odd }, value: 1.5 },
    { labels: { name: 'ü' }, value: Number.POSITIVE_INFINITY },
  ]);
  const replies = registry.counter('replies_total', 'Replies.');
  replies.add({ status: '200' });
  replies.add({ status: '200' }, 2);
  replies.add({ status: '404' });
  const seconds = registry.histogram('seconds', 'Durations.', [0.5, 1]);
  for (const value of [0.25, 0.5, 0.75, 4]) seconds.observe({ kind: 'document' }, value);
  const text = await registry.render();
  const families = new Map(parse(text).map((family) => [family.name, family]));
  expect(families.get('depth')).toMatchObject({
    type: 'GAUGE',
    metrics: [{ value: '1.5', labels: { name: odd } }, { labels: { name: 'ü' } }],
  });
  expect(families.get('replies_total')).toMatchObject({
    type: 'COUNTER',
    metrics: [
      { value: '3', labels: { status: '200' } },
      { value: '1', labels: { status: '404' } },
    ],
  });
  expect(families.get('seconds')).toMatchObject({
    type: 'HISTOGRAM',
    metrics: [{ buckets: { 0.5: '2', 1: '3', '+Inf': '4' } }],
  });
  // The parser drops sum and count of the buckets.
  expect(text).toContain('seconds_sum{kind="document"} 5.5\nseconds_count{kind="document"} 4\n');
});

it('leaves out a gauge that cannot be read, and reports it', async () => {
  const registry = registryOf();
  registry.gauge('broken', 'Broken.', () => Promise.reject(new Error('no database')));
  registry.gauge('whole', 'Whole.', () => [{ labels: {}, value: 2 }]);
  const text = await registry.render();
  expect(text).toContain('\nwhole 2\n');
  expect(text).not.toMatch(/^broken/m);
  expect(failures).toContain('broken');
});

it('refuses a second metric with the same name', () => {
  const registry = registryOf();
  registry.counter('one', 'One.');
  expect(() => registry.counter('one', 'One.')).toThrow('already registered');
});

it('reads once for concurrent requests, and serves only /metrics', async () => {
  let reads = 0;
  const serve = serveMetrics({ render: async () => `reads ${++reads}\n` });
  const ask = (path: string, method = 'GET') => serve(new Request(`http://localhost${path}`, { method }));
  const replies = await Promise.all([ask('/metrics'), ask('/metrics?x')]);
  expect(await Promise.all(replies.map((reply) => reply.text()))).toEqual(['reads 1\n', 'reads 1\n']);
  expect(replies[0]?.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(await (await ask('/metrics')).text()).toBe('reads 2\n');
  expect([(await ask('/')).status, (await ask('/metrics', 'POST')).status]).toEqual([404, 405]);
});
