import { describe, expect, it } from 'vitest';
import { readEnvironment } from './environment.ts';
import { listenLimits } from './http/listen.ts';

describe('readEnvironment', () => {
  it('serves this machine alone, and allows nothing that is for development, when nothing is said', () => {
    expect(readEnvironment({})).toMatchObject({
      port: 4000,
      host: '127.0.0.1',
      publicUrl: null,
      demoUrl: 'http://localhost:4001',
      isDevelopment: false,
      allowsLoopback: false,
      trustedProxies: [],
      rateLimit: { perSecond: 50, burst: 100 },
      keepAliveMs: listenLimits.keepAliveMs,
      logLevel: 'info',
    });
  });

  it('takes what is said, and an empty variable for nothing', () => {
    const environment = readEnvironment({
      PORT: '8080',
      DEMO_PORT: '',
      PUBLIC_URL: 'https://verify.example/',
      PUBLIC_URL_APAC: 'https://apac.verify.example/',
      DEVELOPMENT: 'false',
      TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.1',
      DATA_DIR: '/srv/data',
    });
    expect(environment).toMatchObject({
      port: 8080,
      demoUrl: 'http://localhost:4001',
      publicUrl: 'https://verify.example',
      regionUrls: { us: null, apac: 'https://apac.verify.example' },
      isDevelopment: false,
      trustedProxies: ['10.0.0.0/8', '192.0.2.1'],
      dataFolder: '/srv/data',
    });
  });

  it('allows what is for development where it is said in so many words, and not by NODE_ENV', () => {
    expect(readEnvironment({ DEVELOPMENT: 'true' })).toMatchObject({
      isDevelopment: true,
      allowsLoopback: false,
    });
    expect(readEnvironment({ ALLOW_LOOPBACK: 'true' })).toMatchObject({
      isDevelopment: false,
      allowsLoopback: true,
    });
    for (const NODE_ENV of ['development', 'test', 'production', ''])
      expect(readEnvironment({ NODE_ENV })).toEqual(readEnvironment({}));
  });

  it.each([
    ['DEVELOPMENT', '1'],
    ['ALLOW_LOOPBACK', 'yes'],
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

  it('takes a connector to registers with its secret, over https or on this machine', () => {
    const secret = 'canary of 16 characters';
    const read = (url?: string, given?: string) =>
      readEnvironment({
        ALLOW_LOOPBACK: 'true',
        NATIONAL_ID_REGISTER_URL: url,
        NATIONAL_ID_REGISTER_SECRET: given,
      }).register;
    expect(read()).toBeNull();
    for (const url of ['https://registers.example/ask', 'http://localhost:4100/', 'http://127.0.0.1:4100/a'])
      expect(read(url, secret)).toEqual({ url, secret, networks: [] });
    expect(() => read('https://registers.example/')).toThrow('NATIONAL_ID_REGISTER_SECRET: is missing');
    expect(() => read(undefined, secret)).toThrow('NATIONAL_ID_REGISTER_URL: is missing');
    for (const url of ['http://registers.example/', 'http://localhost.evil.example/', 'ftp://x/', 'x'])
      expect(() => read(url, secret)).toThrow(/^(?!.*canary).*NATIONAL_ID_REGISTER_URL/);
    expect(() => read('https://registers.example/', 'canary')).toThrow(/^(?!.*canary)/);
  });

  it('refuses a connector to registers with credentials, and does not repeat them', () => {
    const read = (url: string) => () =>
      readEnvironment({ NATIONAL_ID_REGISTER_URL: url, NATIONAL_ID_REGISTER_SECRET: 'x'.repeat(16) });
    for (const credentials of ['canary', 'user:canary', ':canary']) {
      const refused = read(`https://${credentials}@registers.example/ask`);
      expect(refused).toThrow('NATIONAL_ID_REGISTER_URL: must be without a user name and password');
      expect(refused).toThrow(/^(?!.*canary)/);
    }
  });

  it('takes a connector at a private address where the operator names it, and nowhere else', () => {
    const read = (url: string, networks?: string) =>
      readEnvironment({
        NATIONAL_ID_REGISTER_URL: url,
        NATIONAL_ID_REGISTER_SECRET: 'x'.repeat(16),
        NATIONAL_ID_REGISTER_NETWORKS: networks,
      }).register?.networks;
    const refused = 'NATIONAL_ID_REGISTER_URL: leads to no public address';
    for (const [url, network] of [
      ['http://localhost:4100/', '127.0.0.1'],
      ['http://127.0.0.1:4100/', '127.0.0.0/8'],
      ['http://[::1]:4100/', '::1'],
      ['https://10.2.3.4/', '192.168.0.0/16 10.2.0.0/16'],
      ['https://[fd12::1]/', 'fd12::/16'],
    ] as const) {
      expect(read(url, network), url).toEqual(network.split(' '));
      for (const other of [undefined, '172.16.0.0/12', '10.3.0.0/16,fd13::/16'])
        expect(() => read(url, other), `${url} ${other}`).toThrow(refused);
    }
    expect(() => read('https://169.254.169.254/')).toThrow(refused);
    expect(read('https://registers.example/', '10.2.0.0/16')).toEqual(['10.2.0.0/16']);
    expect(() => readEnvironment({ NATIONAL_ID_REGISTER_NETWORKS: '10.0.0.0/8' })).toThrow(
      'NATIONAL_ID_REGISTER_URL: is missing',
    );
    for (const network of [
      '0.0.0.0/0',
      '::/0',
      '169.254.0.0/16',
      '10.0.0.0/4',
      '8.8.8.8',
      '10.0.0.0/99',
      '10.2/16',
      '10.0',
      '012.0.0.1',
      '0xa.0.0.0/8',
      '167772161',
      'x',
    ])
      expect(() => read('https://registers.example/', network), network).toThrow(
        'NATIONAL_ID_REGISTER_NETWORKS: must be private addresses and networks',
      );
  });

  it('takes a connector for one on this machine by its host alone', () => {
    const read = (url: string) => () =>
      readEnvironment({
        ALLOW_LOOPBACK: 'true',
        NATIONAL_ID_REGISTER_URL: url,
        NATIONAL_ID_REGISTER_SECRET: 'x'.repeat(16),
      });
    for (const host of ['localhost:4100', '127.0.0.1', '[::1]:4100'])
      expect(read(`http://${host}/ask`)()).toMatchObject({ register: { url: `http://${host}/ask` } });
    for (const name of ['localhost:pass', '127.0.0.1:80'])
      expect(read(`http://${name}@registers.example/`)).toThrow(
        'NATIONAL_ID_REGISTER_URL: must be https, or on this machine',
      );
  });
});
