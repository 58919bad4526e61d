import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readServiceSettings, waitForServiceSettings } from './dev-settings.ts';

const whole = {
  baseUrl: 'http://localhost:4000/',
  demoUrl: 'http://localhost:4001',
  apiKey: 'vo_test_key',
  webhookSecret: 'whsec_c2VjcmV0',
  workflows: [{ id: 'w1', name: 'Identity document' }],
};

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'shop-'));
});
afterEach(() => rm(dir, { recursive: true }));

const write = (value: unknown) => writeFile(join(dir, 'dev.json'), JSON.stringify(value));

it('reads the settings and takes the origin of the service', async () => {
  await write(whole);
  expect(await readServiceSettings(dir)).toEqual({
    baseUrl: 'http://localhost:4000',
    apiKey: 'vo_test_key',
    webhookSecret: 'whsec_c2VjcmV0',
    workflows: [{ id: 'w1', name: 'Identity document' }],
  });
});

it.each([
  null,
  {},
  { ...whole, apiKey: undefined },
  { ...whole, workflows: [] },
  { ...whole, workflows: [{ id: 1 }] },
])('refuses incomplete settings: %j', async (value) => {
  await write(value);
  await expect(readServiceSettings(dir)).rejects.toThrow('dev.json');
  await expect(waitForServiceSettings(dir, new AbortController().signal)).rejects.toThrow('dev.json');
});

it('stops waiting when aborted', async () => {
  const stop = new AbortController();
  const waiting = waitForServiceSettings(dir, stop.signal);
  stop.abort();
  await expect(waiting).rejects.toThrow('aborted');
});
