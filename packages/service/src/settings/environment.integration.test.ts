import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listenLimits } from '../http/listen.ts';
import { readEnvironment, readSettings } from './environment.ts';
import { SettingsError } from './setting-fault.ts';

describe('readEnvironment', () => {
  it('listens only on this machine, and allows no development settings by default', {
    tags: ['DREQ-49', 'DREQ-79'],
  }, () => {
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

  it('reads a bucket with its key, and refuses one without a key or with a key in its address', () => {
    const bucket = {
      MEDIA_URL: 's3://media/live?endpoint=http://10.0.0.5:9000',
      MEDIA_ACCESS_KEY_ID: 'id',
      MEDIA_SECRET_ACCESS_KEY: 'never-shown',
    };
    expect(readEnvironment(bucket).mediaBucket).toMatchObject({
      location: { bucket: 'media', prefix: 'live', endpoint: 'http://10.0.0.5:9000' },
      keys: { accessKeyId: 'id', secretAccessKey: 'never-shown' },
    });
    expect(() => readEnvironment({ ...bucket, MEDIA_SECRET_ACCESS_KEY: '' })).toThrow(
      'MEDIA_SECRET_ACCESS_KEY: is missing',
    );
    const inFile = {
      ...bucket,
      MEDIA_SECRET_ACCESS_KEY: '',
      MEDIA_SECRET_ACCESS_KEY_FILE: '/run/secrets/key',
    };
    expect(readEnvironment(inFile).mediaBucket?.keys).toEqual({
      accessKeyId: 'id',
      secretAccessKeyFile: '/run/secrets/key',
    });
    expect(() => readEnvironment({ ...inFile, MEDIA_SECRET_ACCESS_KEY: 'never-shown' })).toThrow(
      'MEDIA_SECRET_ACCESS_KEY_FILE: and MEDIA_SECRET_ACCESS_KEY are both set: unset one of them',
    );
    const expiring = { MEDIA_URL: bucket.MEDIA_URL, MEDIA_CREDENTIALS_FILE: '/run/secrets/media.json' };
    expect(readEnvironment(expiring).mediaBucket?.keys).toEqual({
      credentialsFile: '/run/secrets/media.json',
    });
    expect(() => readEnvironment({ ...expiring, MEDIA_ACCESS_KEY_ID: 'id' })).toThrow(
      'MEDIA_CREDENTIALS_FILE: and MEDIA_ACCESS_KEY_ID are both set: unset one of them',
    );
    expect(() => readEnvironment({ ...expiring, MEDIA_URL: '' })).toThrow('MEDIA_URL: is missing');
    expect(() => readEnvironment({ ...bucket, MEDIA_URL: '' })).toThrow('MEDIA_URL: is missing');
    const withKey = { ...bucket, MEDIA_URL: 's3://id:never-shown@media' };
    expect(() => readEnvironment(withKey)).toThrow('MEDIA_URL: must not contain credentials');
  });

  it('reads values that are set, and treats an empty variable as unset', () => {
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

  it.each(['tcp', 'udp', 'sctp'])('ignores a %s link to a service "demo" outside development', (scheme) => {
    const link = { DEMO_PORT: `${scheme}://10.96.0.1:4000` };
    expect(readEnvironment(link).demoUrl).toBe('http://localhost:4001');
    expect(() => readEnvironment({ ...link, DEVELOPMENT: 'true' })).toThrow(/Kubernetes/);
  });

  it.each(['\\\\host\\C$\\data', '//host/data$/vo', '/srv/A$', '/srv/$', '/srv/cost $5/data', '/srv/a$-b'])(
    'accepts a path with a "$" that does not begin a name: %s',
    (folder) => {
      const { dataFolder, purgeJournal } = readEnvironment({
        DATA_DIR: folder,
        PURGE_JOURNAL: `${folder}.log`,
      });
      expect(dataFolder).toBe(resolve(folder));
      expect(purgeJournal).toBe(resolve(`${folder}.log`));
    },
  );

  it('allows development settings only by explicit opt-in, not by NODE_ENV', {
    tags: ['DHOOK-19'],
  }, () => {
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

  it.each<[string, string, RegExp]>([
    ['DEVELOPMENT', '1', /true or false/],
    ['ALLOW_LOOPBACK', 'yes', /true or false/],
    ['DEVELOPMENT', 'TRUE', /true or false/],
    ...['eighty', '70000', '0', '-1', '80.5', '0x50', '1e3', '4000/tcp', '٤٠٠٠', '127.0.0.1:4000'].map(
      (port): [string, string, RegExp] => ['PORT', port, /whole number from 1 to 65535/],
    ),
    ['PORT', 'tcp://10.96.0.1:4000', /Kubernetes/],
    ['PORT', 'sctp://10.96.0.1:4000', /Kubernetes/],
    ['DEMO_PORT', 'eighty', /whole number/],
    ['PORT', ' 4000', /start or end with spaces/],
    ['PORT', '4000\r', /start or end with spaces/],
    ['DATA_DIR', '/srv/data\n', /start or end with spaces/],
    ['PUBLIC_URL', '"https://verify.example"', /contains quotes/],
    ['DATA_DIR', "'/srv/data'", /contains quotes/],
    ['TRUSTED_PROXIES', '"10.0.0.1"', /contains quotes/],
    ['DECODER_MEMORY_MB', '699', /whole number from 700/],
    ['LOG_LEVEL', 'loud', /debug, info, warn, error/],
    ['LOG_LEVEL', 'INFO', /debug, info, warn, error/],
    ...['1.1', '-0.1', '50%', '0,1', ''].map((share): [string, string, RegExp] => [
      'OTEL_TRACES_SAMPLER_ARG',
      share || '.',
      /from 0 to 1/,
    ]),
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', /must be a URL/],
    ['RATE_LIMIT', '0', /whole number from 1 to 1000000/],
    ['RATE_LIMIT', '10/s', /whole number/],
    ['RATE_LIMIT', 'Infinity', /whole number/],
    ['KEEP_ALIVE_SECONDS', '75s', /whole number from 5 to 3600/],
    ['DATABASE_TIMEOUT_SECONDS', '0', /whole number from 1 to 600/],
    ['CHECKS', 'none', /requires DATABASE_URL/],
    ['CHECKS', 'some', /must be one of all, none, only/],
    ['SHUTDOWN_DELAY_SECONDS', '301', /whole number from 0 to 300/],
    ...['~/data', '$HOME/data', '/srv/$NAME', '/srv/${'].flatMap((path) =>
      ['DATA_DIR', 'PURGE_JOURNAL', 'IP_COUNTRY_DB', 'SDK_DIR'].map((name): [string, string, RegExp] => [
        name,
        path,
        /not expanded/,
      ]),
    ),
    ...[
      'http://0.0.0.0',
      '0.0.0.0:4000',
      '127.0.0',
      '[::1]',
      '*',
      '0.0.0.0/0',
      'a b',
      '2130706433',
      '-x',
    ].map((host): [string, string, RegExp] => ['HOST', host, /IP address or host name of this machine/]),
    ...[
      'ftp://example',
      'verify.example',
      'localhost:4000',
      '//verify.example',
      'https://',
      'https//x',
    ].flatMap((url) =>
      ['PUBLIC_URL', 'PUBLIC_URL_US', 'PUBLIC_URL_APAC'].map((name): [string, string, RegExp] => [
        name,
        url,
        /only scheme, host and/,
      ]),
    ),
    ['TRUSTED_PROXIES', 'localhost', /"localhost" is a host name/],
    ['TRUSTED_PROXIES', '10.0.0.1, proxy.internal', /"proxy.internal" is a host name/],
    ['TRUSTED_PROXIES', 'loopback', /"loopback" is a host name/],
    ['TRUSTED_PROXIES', 'true', /"true" is a host name/],
    ...[
      '127.0.0',
      '127.1',
      '10',
      '10.0.0.0/',
      '10.0.0.0/33',
      '10.0.0.0/-1',
      '10.0.0.0/8/8',
      '10.0.0/8',
      '10.0.0.0/255.0.0.0',
      '10.0.0.1-10.0.0.9',
      '10.0.0.*',
      '010.0.0.1',
      '0x7f.0.0.1',
      '256.0.0.1',
      '10.0.0.1:443',
      '[::1]',
      '::1/129',
      'fe80::1%eth0',
      '10.0.0.1;10.0.0.2',
      '*',
      'http://10.0.0.1',
    ].map((proxy): [string, string, RegExp] => [
      'TRUSTED_PROXIES',
      proxy,
      /is neither an IP address.* nor a network/,
    ]),
    ...['0.0.0.0/0', '::/0', '0.0.0.0/1', '128.0.0.0/7', '2000::/3', '10.0.0.1 0.0.0.0/0'].map(
      (proxy): [string, string, RegExp] => ['TRUSTED_PROXIES', proxy, /could forge X-Forwarded-For/],
    ),
    ['TRUSTED_PROXIES', '::ffff:10.0.0.0/104', /must be written as IPv4/],
    ...['127.0.0.1', '127.0.0.0/8', '10.1.0.0/16,127.9.0.0/16', '::1', '::1/128', '126.0.0.0/7'].map(
      (network): [string, string, RegExp] => ['WEBHOOK_NETWORKS', network, /has loopback, which only ALLOW/],
    ),
    ...['169.254.169.254', '169.254.0.0/16', 'fe80::/10', 'fe80::1', '168.0.0.0/6'].map(
      (network): [string, string, RegExp] => ['WEBHOOK_NETWORKS', network, /has link-local addresses/],
    ),
    ...['100.64.0.0/10', '100.100.100.200', 'fc00::/7', 'fd00:ec2::/32', 'fd20:ce::254'].map(
      (network): [string, string, RegExp] => [
        'WEBHOOK_NETWORKS',
        network,
        /, where cloud providers serve credentials/,
      ],
    ),
    ...['0.0.0.0/0', '::/0', '10.0.0.0/7', '8.8.8.8', '172.0.0.0/8'].map(
      (network): [string, string, RegExp] => ['WEBHOOK_NETWORKS', network, /" (is not private|has )/],
    ),
    ...['10.2/16', '010.0.0.1', '10.0.0.0/33', 'intranet', 'fe80::1%eth0'].map(
      (network): [string, string, RegExp] => [
        'WEBHOOK_NETWORKS',
        network,
        /is not a network: the value must be/,
      ],
    ),
    ['WEBHOOK_CA_FILE', '$HOME/ca.pem', /not expanded/],
  ])('reports %s, its value and the expected format for %j', (name, value, expected) => {
    const read = () => readEnvironment({ [name]: value });
    expect(read).toThrow(`${name}=${JSON.stringify(value)}: `);
    expect(read).toThrow(expected);
  });

  it.each([
    ['HOST', '0.0.0.0'],
    ['HOST', '::'],
    ['HOST', 'fe80::1%eth0'],
    ['HOST', 'verify-1.internal.'],
    ['TRUSTED_PROXIES', '127.0.0.1 ::1,10.0.0.5/8\n192.0.2.0/24, fc00::/7, 2001:db8::/32, ::ffff:10.0.0.1'],
    ['PORT', '080'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:4318/'],
    ['OTEL_TRACES_SAMPLER_ARG', '0.05'],
    ['WEBHOOK_NETWORKS', '10.0.0.0/8, 192.168.1.7\nfd12::/16 100.64.0.0/16'],
    ['WEBHOOK_PROXY', 'http://proxy.bank:3128'],
    ['WEBHOOK_PROXY', 'https://user:p%40ss%3A@[fd12::1]:3128/'],
    ['DATA_DIR', '/srv/my data/100%'],
    ['MASTER_KEY', `${'a'.repeat(64)}\n`],
  ])('accepts %s with the value %j', (name, value) => {
    expect(() => readEnvironment({ [name]: value })).not.toThrow();
  });

  it('reports all invalid settings at once, and reads the others', () => {
    const variables = {
      PORT: 'x',
      HOST: '1.2.3',
      DATA_DIR: '/srv/data',
      PUBLIC_URL: 'verify.example',
      TRUSTED_PROXIES: 'localhost 127.0.0',
      MASTER_KEY: 'canary',
      LOG_LEVEL: 'loud',
      RATE_LIMIT: 'x',
      SDK_DIR: '"/srv/sdk"',
      NATIONAL_ID_REGISTER_NETWORKS: '10.0.0.0/8',
    };
    const { environment, faults } = readSettings(variables);
    expect(faults.map(({ setting }) => setting).sort()).toEqual(
      [
        ...Object.keys(variables).filter(
          (name) => !['DATA_DIR', 'NATIONAL_ID_REGISTER_NETWORKS'].includes(name),
        ),
        'NATIONAL_ID_REGISTER_SECRET',
        'NATIONAL_ID_REGISTER_URL',
        'TRUSTED_PROXIES',
      ].sort(),
    );
    expect(environment).toMatchObject({
      port: 4000,
      dataFolder: '/srv/data',
      logLevel: 'info',
      register: null,
    });
    const refused = new SettingsError(faults).message;
    expect(() => readEnvironment(variables)).toThrow(refused);
    for (const { text } of faults) expect(refused).toContain(text);
  });

  it('refuses less memory than the decoder processes need together', () => {
    const variables = { DECODER_PROCESSES: '8', DECODER_MEMORY_MB: '3079' };
    expect(() => readEnvironment(variables)).toThrow('must be at least 3080 for DECODER_PROCESSES=8');
    expect(() => readEnvironment({ ...variables, DECODER_MEMORY_MB: '3080' })).not.toThrow();
  });

  it('refuses a master key that is set twice or in place of its file, without repeating it', () => {
    const key = 'a'.repeat(64);
    for (const MASTER_KEY of [key, 'canary'])
      expect(() => readEnvironment({ MASTER_KEY, MASTER_KEY_FILE: '/run/key' })).toThrow(
        'MASTER_KEY_FILE: and MASTER_KEY are both set',
      );
    const read = () => readEnvironment({ MASTER_KEY_FILE: key });
    expect(read).toThrow('MASTER_KEY_FILE: must be the path of a file');
    expect(read).toThrow(/^(?!.*aaaa)/s);
    expect(readEnvironment({ MASTER_KEY_FILE: '/run/key' })).toMatchObject({ masterKeyFile: '/run/key' });
  });

  it('truncates long values, and repeats no secret', () => {
    expect(() => readEnvironment({ LOG_LEVEL: 'x'.repeat(5000) })).toThrow(/^.{50,300}$/s);
    for (const name of ['MASTER_KEY', 'NATIONAL_ID_REGISTER_SECRET', 'NATIONAL_ID_REGISTER_URL'])
      expect(() => readEnvironment({ [name]: 'canary' }), name).toThrow(/^(?!.*canary)/s);
  });

  it.each([
    'mysql://db/orchestration',
    'db.example:5432/orchestration',
    'postgres://user:canary@db.example',
    'postgres://user:canary@db.example/',
    'postgres://user:canary@db.example/a/b',
    'postgres://user:can#ary@db.example/orchestration',
    'postgres://user:canary%@db.example/orchestration',
    'postgres:///orchestration',
  ])('refuses a DATABASE_URL that is ambiguous or names no database: %s', (url) => {
    const read = () => readEnvironment({ DATABASE_URL: url, MASTER_KEY_FILE: '/run/key' });
    expect(read).toThrow('DATABASE_URL: must be a URL with a database name, such as postgres://');
    expect(read).toThrow(/^(?!.*can.?ary)/s);
  });

  it.each([
    'postgres://user:p%40ss%23@db.example:5432/orchestration?sslmode=verify-full',
    'postgresql://[fd12::1]/orchestration',
    'postgres:///orchestration?host=/run/postgresql',
  ])('accepts the DATABASE_URL %s only with a configured master key', (url) => {
    expect(readEnvironment({ DATABASE_URL: url, MASTER_KEY_FILE: '/run/key' }).databaseUrl).toBe(url);
    expect(() => readEnvironment({ DATABASE_URL: url })).toThrow(
      'MASTER_KEY_FILE: or MASTER_KEY must be set with DATABASE_URL',
    );
  });

  it.each(['/verify', '/?a=1', '?a', '#top', '/#', '//'])(
    'refuses a PUBLIC_URL that continues with %s',
    (rest) => {
      expect(() => readEnvironment({ PUBLIC_URL: `https://verify.example${rest}` })).toThrow(
        /PUBLIC_URL(=".*")?: must be only scheme, host and/,
      );
    },
  );

  it.each([
    ['PUBLIC_URL', 'https://user:canary@verify.example', 'must be only scheme, host and'],
    ['PUBLIC_URL_US', 'https://verify.example/?key=canary', 'must be only scheme, host and'],
    ['PUBLIC_URL_APAC', 'https://verify.example/#canary', 'must be only scheme, host and'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://user:canary@collector.example', 'must be a URL without cred'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://collector.example/?key=canary', 'must be a URL without cred'],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'https://canary@collector.example\n',
      'must not start or end with spaces',
    ],
    ['MEDIA_URL', 's3://id:canary@media', 'must not contain credentials'],
    ['MEDIA_URL', 's3://media?secret=canary', 'has the unknown parameter "secret"'],
    ['MEDIA_URL', 's3://media?endpoint=https%3A%2F%2Fid%3Acanary%40s3.example', 'must have an endpoint'],
    ['MASTER_KEY_FILE', '~canary', 'must be a literal path'],
    ['MEDIA_SECRET_ACCESS_KEY_FILE', '"canary"', 'contains quotes'],
    [
      'MEDIA_CREDENTIALS_FILE',
      '{\n"SecretAccessKey": "canary" }',
      'must not start or end with spaces, or cont',
    ],
  ])('refuses a %s that may contain a secret, without repeating it', (name, value, detail) => {
    const faults = readSettings({ [name]: value }).faults.map(({ text }) => text);
    expect(faults).toContainEqual(expect.stringContaining(`${name}: ${detail}`));
    expect(faults.join()).not.toContain('canary');
  });

  it('accepts a PUBLIC_URL with a port, with or without a trailing slash', () => {
    for (const slash of ['', '/']) {
      const { publicUrl } = readEnvironment({ PUBLIC_URL: `http://localhost:4100${slash}` });
      expect(publicUrl).toBe('http://localhost:4100');
    }
  });

  it('does not repeat an invalid secret', () => {
    expect(() => readEnvironment({ MASTER_KEY: 'canary', PORT: 'x' })).toThrow(/^(?!.*canary)/s);
  });

  it.each([
    'proxy.bank:3128',
    'socks5://canary@proxy.bank:1080',
    'http://proxy.bank:3128/canary',
    'http://proxy.bank:3128?canary',
    'http://canary%zz@proxy.bank:3128',
    'http://ca%3Anary:x@proxy.bank',
    'http://',
  ])('refuses an invalid webhook proxy, without repeating credentials: %s', (proxy) => {
    const faults = readSettings({ WEBHOOK_PROXY: proxy }).faults.map(({ text }) => text);
    expect(faults).toEqual([expect.stringContaining('WEBHOOK_PROXY: must be a URL without a path')]);
    expect(faults.join()).not.toContain('canary');
  });

  it('accepts a register connector with its secret, over https or on this machine', () => {
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
      expect(() => read(url, secret)).toThrow(/^(?!.*canary).*NATIONAL_ID_REGISTER_URL/s);
    expect(() => read('https://registers.example/', 'canary')).toThrow(/^(?!.*canary)/s);
  });

  it('refuses a register connector with credentials in its address, without repeating them', () => {
    const read = (url: string) => () =>
      readEnvironment({ NATIONAL_ID_REGISTER_URL: url, NATIONAL_ID_REGISTER_SECRET: 'x'.repeat(16) });
    for (const credentials of ['canary', 'user:canary', ':canary']) {
      const refused = read(`https://${credentials}@registers.example/ask`);
      expect(refused).toThrow('NATIONAL_ID_REGISTER_URL: must not contain a user name or password');
      expect(refused).toThrow(/^(?!.*canary)/s);
    }
  });

  it('accepts a register connector at a private address only in a configured network', {
    tags: ['DHOOK-51'],
  }, () => {
    const read = (url: string, networks?: string) =>
      readEnvironment({
        NATIONAL_ID_REGISTER_URL: url,
        NATIONAL_ID_REGISTER_SECRET: 'x'.repeat(16),
        NATIONAL_ID_REGISTER_NETWORKS: networks,
      }).register?.networks;
    const refused = 'NATIONAL_ID_REGISTER_URL: is not a public address';
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
        `NATIONAL_ID_REGISTER_NETWORKS="${network}": must be a comma-separated list of private addresses and networks`,
      );
  });

  it('recognizes a register connector on this machine only by the host of its address', () => {
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
        'NATIONAL_ID_REGISTER_URL: must be an https URL, or an address of this machine',
      );
  });
});
