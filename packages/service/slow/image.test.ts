import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { encodeJpeg, renderPassport, renderScene, utopianPassport } from '@vendor/specimens';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServiceClient } from './service-client.ts';
import { ServiceProcess } from './service-process.ts';

const enter = fileURLToPath(new URL('enter-image.sh', import.meta.url));
const dockerfile = readFileSync(new URL('../../../Dockerfile', import.meta.url), 'utf8');
const writeImage = fileURLToPath(new URL('../../../scripts/image.mjs', import.meta.url));
const imageUser = Number(/^USER (\d+)/m.exec(dockerfile)?.[1]);
const programs = '/opt/orchestration/packages/service/dist/bundled';

const cannotEnter =
  process.platform === 'linux' && process.getuid?.() === 0
    ? null
    : 'Entering the image needs Linux and root.';
if (cannotEnter) console.error(cannotEnter);

/** Environment variables set by the Dockerfile. */
const defaults = Object.fromEntries(
  [...dockerfile.matchAll(/^(?:ENV| {3}) +([A-Z_]+)=(\S+)/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]),
);

describe.skipIf(cannotEnter)('container image', () => {
  const image = join(mkdtempSync(join(tmpdir(), 'vo-image-')), 'root');
  let service: ServiceProcess;
  let client: ServiceClient;

  /** Returns the command line that runs a program of the image on the data folder. */
  const inImage = (...words: string[]) => [
    'unshare',
    '--mount',
    '--',
    'sh',
    enter,
    image,
    service.folder,
    ...words,
  ];
  const operators = (...words: string[]) => {
    const [program = '', ...args] = inImage('/usr/bin/orchestration', ...words);
    const { PORT: _, ...others } = defaults;
    return spawnSync(program, args, {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...others, PORT: String(service.port), HOST: '127.0.0.1' },
    });
  };

  beforeAll(async () => {
    execFileSync(process.execPath, [writeImage, image]);
    service = await ServiceProcess.create();
    chownSync(service.folder, imageUser, imageUser);
    service.settings = { ...defaults, PORT: String(service.port), HOST: '127.0.0.1' };
    service.command = inImage('/usr/bin/node', `${programs}/main.js`);
    await service.start();
    client = new ServiceClient(service);
  });
  afterAll(async () => {
    await service?.remove();
    rmSync(join(image, '..'), { recursive: true, force: true });
  });

  it('runs as an unprivileged user on a read-only root', () => {
    const status = readFileSync(`/proc/${service.pid}/status`, 'utf8');
    expect(status).toMatch(new RegExp(`^Uid:\\s+${imageUser}\\s+${imageUser}`, 'm'));
    expect(status).toMatch(/^CapBnd:\s+0+$/m);
    expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
    expect(readFileSync(`/proc/${service.pid}/mountinfo`, 'utf8')).toMatch(/ \/ ro,/);
  });

  it('reads a passport in isolated decoders', async () => {
    const page = await renderPassport(utopianPassport(new Date()), { widthPx: 1500 });
    const { picture } = await renderScene({ size: { width: 1920, height: 1080 }, page });
    const { executionId, token } = await client.start('Identity document', { user_id: 'u' });
    const { sessionKey } = await client.init(token);
    await client.begin(sessionKey);
    const digest = await client.putFront(sessionKey, 1, await encodeJpeg(picture));
    let state = await client.submitPassport(sessionKey, 1, digest);
    while (state.awaiting === 'checks') state = await client.state(sessionKey, `?after=${state.seq}&wait=20`);
    expect(state.outcome?.status).toBe('APPROVED');
    const [check] = (await client.read(executionId)).checks ?? [];
    expect(check?.documentCheckExtractedData?.birthDate).toBe('1974-08-12');
    expect(service.log).not.toMatch(/"level":"error"/);
  });

  it.each(['/admin', '/sdk/v1/vendor-orchestration.js', '/readyz'])('serves %s', async (path) => {
    expect((await fetch(`${service.url}${path}`)).status).toBe(200);
  });

  it("runs the operators' command", () => {
    const { stdout, stderr, status } = operators('account', 'list');
    expect([stderr, status]).toEqual(['', 0]);
    expect(stdout).toContain('Harbour Outfitters');
  });

  it('answers its health check until it is stopped, and drains in time', async () => {
    const [, check = ''] = /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(dockerfile.replaceAll('\\\n', ' ')) ?? [];
    const [program = '', ...args] = inImage(...(JSON.parse(check) as string[]));
    const isHealthy = () =>
      spawnSync(program, args, { env: { PATH: process.env.PATH, PORT: String(service.port) } }).status === 0;
    expect(isHealthy()).toBe(true);
    expect(await service.stop()).toBe(0);
    expect(isHealthy()).toBe(false);
  });

  it('contains no sources, tools or files for other systems', () => {
    const files = readdirSync(image, { recursive: true }) as string[];
    const unwanted = /\.test\.[jt]s$|\/slow\/|\/prebuilds\/(win32|darwin)|bin\/(npm|apt|curl|gcc)$/;
    expect(files.filter((file) => unwanted.test(file))).toEqual([]);
    expect(existsSync(join(image, 'opt/orchestration/LICENSE'))).toBe(true);
  });
});
