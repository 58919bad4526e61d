import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** Returns the region table of bundles built with a value of `VO_REGIONS`. */
async function bakedIn(regions: string | undefined): Promise<unknown> {
  vi.stubEnv('VO_REGIONS', regions);
  vi.resetModules();
  const { sharedConfig } = await import('./shared-config.mjs');
  return JSON.parse(sharedConfig.define.__VO_REGIONS__);
}

test('builds in the region table of VO_REGIONS', { tags: ['DSDK-104'] }, async () => {
  const regions = { default: 'https://verify.example', us: 'https://us.verify.example' };
  expect(await bakedIn(JSON.stringify(regions))).toEqual(regions);
});

test.each([undefined, ''])('builds in no region with VO_REGIONS %j', async (regions) => {
  expect(await bakedIn(regions)).toEqual({});
});

test('fails the build for a region table that is not JSON', async () => {
  await expect(bakedIn('us=https://us.verify.example')).rejects.toThrow(SyntaxError);
});
