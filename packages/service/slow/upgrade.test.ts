import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digestFolder, otherVersions, writeDatabase } from '../testing/other-version.ts';
import { ServiceProcess } from './service-process.ts';

let service: ServiceProcess;

beforeAll(async () => {
  service = await ServiceProcess.create();
});
afterAll(() => service.remove());

/** Writes a build of the SDK with an entry, and a chunk named by its content. @returns its folder. */
function writeBuild(version: string, content: string): string {
  const folder = join(service.folder, `build-${content}`);
  mkdirSync(join(folder, 'v1', 'chunks'), { recursive: true });
  writeFileSync(join(folder, 'v1', 'vendor-orchestration.js'), content);
  writeFileSync(join(folder, 'v1', 'chunks', `capture-${content}.js`), content);
  const files = { 'vendor-orchestration.js': content };
  writeFileSync(join(folder, 'v1', 'integrity.json'), JSON.stringify({ version, files }));
  return folder;
}

/** Restarts the service with another build of the SDK, as an upgrade in production does. */
async function upgradeTo(version: string, content: string): Promise<void> {
  await service.stop();
  service.settings = { SDK_DIR: writeBuild(version, content), DEVELOPMENT: 'false' };
  await service.start();
}

const read = async (path: string) => {
  const reply = await fetch(`${service.url}/sdk/${path}`);
  return reply.ok ? reply.text() : reply.status;
};

describe('upgrade of the service', () => {
  it('keeps every version of the SDK and the chunks of open pages available', async () => {
    await upgradeTo('1.0.0', 'first-00');
    await upgradeTo('1.1.0', 'second00');
    expect(await read('v1/vendor-orchestration.js')).toBe('second00');
    expect(await read('1.1.0/vendor-orchestration.js')).toBe('second00');
    expect(await read('1.0.0/vendor-orchestration.js')).toBe('first-00');
    expect(await read('1.0.0/chunks/capture-first-00.js')).toBe('first-00');
    expect(await read('v1/chunks/capture-first-00.js')).toBe('first-00');
    expect(await read('1.2.0/vendor-orchestration.js')).toBe(404);
  });

  it('keeps a released version unchanged if its build differs, and logs that', async () => {
    await upgradeTo('1.0.0', 'first-00');
    await upgradeTo('1.0.0', 'third-00');
    expect(await read('1.0.0/vendor-orchestration.js')).toBe('first-00');
    expect(await read('v1/vendor-orchestration.js')).toBe('third-00');
    expect(service.log).toContain('The SDK build differs from the one kept under the same version');
  });
});

describe.each(otherVersions)('data of $version', ({ migrations, cause, remedy }) => {
  it('refuses the start with one line in the log, and leaves the data unchanged', {
    tags: ['DRUN-109'],
  }, async () => {
    const refused = await ServiceProcess.create();
    try {
      writeDatabase(refused.folder, migrations, 'killed');
      const before = digestFolder(refused.folder);
      const [code] = await once(refused.spawn(), 'close');
      expect(code).toBe(1);
      expect(JSON.parse(refused.log)).toEqual({
        time: expect.any(String),
        level: 'error',
        message: `The service cannot start. The data in ${refused.folder} ${cause} ${remedy}`,
      });
      expect(digestFolder(refused.folder)).toEqual(before);
    } finally {
      await refused.remove();
    }
  });
});
