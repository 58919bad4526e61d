import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** The region table as the bundles get it, built under a value of `VO_REGIONS`. */
async function bakedIn(regions: string | undefined): Promise<unknown> {
  vi.stubEnv('VO_REGIONS', regions);
  vi.resetModules();
  const { sharedConfig } = await import('./shared-config.mjs');
  return JSON.parse(sharedConfig.define.__VO_REGIONS__);
}

test('the build bakes in the region table of VO_REGIONS', { tags: ['DSDK-104'] }, async () => {
  const regions = { default: 'https://verify.example', us: 'https://us.verify.example' };
  expect(await bakedIn(JSON.stringify(regions))).toEqual(regions);
});

test.each([undefined, ''])('a build with VO_REGIONS %j knows no region', async (regions) => {
  expect(await bakedIn(regions)).toEqual({});
});

test('a region table that is no JSON ends the build', async () => {
  await expect(bakedIn('us=https://us.verify.example')).rejects.toThrow(SyntaxError);
});
