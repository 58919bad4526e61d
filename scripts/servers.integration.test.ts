import { describe, expect, it } from 'vitest';
import { settingsOf } from './servers.mjs';

describe('settings of service and demo', () => {
  it('uses development settings unless NODE_ENV is production', () => {
    const development = { DEVELOPMENT: 'true', ALLOW_LOOPBACK: 'true' };
    for (const environment of [{}, { NODE_ENV: 'development' }])
      expect(settingsOf(environment)).toEqual({ ...development, ...environment });
    expect(settingsOf({ NODE_ENV: 'production' })).toEqual({ NODE_ENV: 'production' });
  });

  it('uses the given settings and ignores empty variables', () => {
    const environment = { DEVELOPMENT: 'false', ALLOW_LOOPBACK: '', PORT: '' };
    expect(settingsOf(environment)).toEqual({ DEVELOPMENT: 'false', ALLOW_LOOPBACK: 'true' });
    expect(settingsOf({ NODE_ENV: 'production', DEVELOPMENT: 'true' })).toMatchObject({
      DEVELOPMENT: 'true',
    });
  });
});
