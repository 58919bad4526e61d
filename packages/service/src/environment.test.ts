import { describe, expect, it } from 'vitest';
import { readEnvironment } from './environment.ts';

describe('readEnvironment', () => {
  it('runs for development on this machine alone when nothing is said', () => {
    expect(readEnvironment({})).toMatchObject({
      port: 4000,
      host: '127.0.0.1',
      publicUrl: null,
      demoUrl: 'http://localhost:4001',
      isDevelopment: true,
      trustedProxies: [],
      rateLimit: { perSecond: 50, burst: 100 },
      logLevel: 'info',
    });
  });

  it('takes what is said, and an empty variable for nothing', () => {
    const environment = readEnvironment({
      PORT: '8080',
      DEMO_PORT: '',
      PUBLIC_URL: 'https://verify.example/',
      NODE_ENV: 'production',
      TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.1',
      DATA_DIR: '/srv/data',
    });
    expect(environment).toMatchObject({
      port: 8080,
      demoUrl: 'http://localhost:4001',
      publicUrl: 'https://verify.example',
      isDevelopment: false,
      trustedProxies: ['10.0.0.0/8', '192.0.2.1'],
      dataFolder: '/srv/data',
    });
  });

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['PUBLIC_URL', 'ftp://example'],
    ['LOG_LEVEL', 'loud'],
  ])('names %s when it is %s', (name, value) => {
    expect(() => readEnvironment({ [name]: value })).toThrow(name);
  });

  it.each(['/verify', '/?a=1', '?a', '#top', '/#', '//'])(
    'refuses a PUBLIC_URL that goes on with %s',
    (rest) => {
      expect(() => readEnvironment({ PUBLIC_URL: `https://verify.example${rest}` })).toThrow(
        'PUBLIC_URL: must be scheme, host and port alone',
      );
    },
  );

  it('refuses a PUBLIC_URL with credentials, and does not repeat them', () => {
    const read = () => readEnvironment({ PUBLIC_URL: 'https://user:canary@verify.example' });
    expect(read).toThrow('PUBLIC_URL: must be scheme, host and port alone');
    expect(read).toThrow(/^(?!.*canary)/);
  });

  it('takes a PUBLIC_URL with a port, with or without a slash', () => {
    for (const slash of ['', '/']) {
      const { publicUrl } = readEnvironment({ PUBLIC_URL: `http://localhost:4100${slash}` });
      expect(publicUrl).toBe('http://localhost:4100');
    }
  });

  it('does not repeat a secret that it cannot understand', () => {
    expect(() => readEnvironment({ MASTER_KEY: 'canary', PORT: 'x' })).toThrow(/^(?!.*canary)/);
  });
});
