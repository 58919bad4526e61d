import { deflateSync } from 'node:zlib';
import type { AdminBrand, AdminBrandRequest } from '@vendor/contract/admin';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AdminBrowser } from '../../../testing/admin-browser.ts';
import { Backend, documentWorkflow, Page } from '../../../testing/client.ts';
import { InProcessService } from '../../../testing/in-process-service.ts';
import { cleanLogo } from '../../administration/branding/clean-logo.ts';
import { createAuditStore } from '../../db/audit/audit-trail.ts';

const none = { accent: null, onAccent: null, text: null };
const purple = { accent: '#5b21b6', onAccent: '#ffffff', text: null };

/** Makes a chunk of a PNG, with a zero checksum, which is not verified. */
function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
}

function png(width: number, height: number, given: { depth?: number; type?: number; packed?: Buffer } = {}) {
  const { depth = 8, type = 6, packed = deflateSync(Buffer.alloc((width * 4 + 1) * height)) } = given;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, type], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from('Comment\0<script>alert(1)</script>')),
    chunk('IDAT', packed),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('cleanLogo', () => {
  test('keeps only the pixels of a logo, and accepts its own output', () => {
    const cleaned = cleanLogo(Buffer.concat([png(40, 20), Buffer.from('<script>')]));
    expect(Buffer.from(cleaned).toString('latin1')).not.toContain('script');
    expect(cleanLogo(cleaned)).toEqual(cleaned);
  });

  test.each([
    ['an SVG with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
    ['a GIF', Buffer.from('GIF89a')],
    ['nothing', Buffer.alloc(0)],
    ['a picture that is too wide', png(961, 1)],
    ['a picture that is too high', png(1, 241)],
    ['a picture of width 0', png(0, 20)],
    ['a size of 4 gigapixels', png(0xffff_ffff, 0xffff_ffff, { packed: deflateSync(Buffer.alloc(9)) })],
    [
      'pixels that unpack to more than the picture',
      png(2, 2, { packed: deflateSync(Buffer.alloc(9_000_000)) }),
    ],
    ['too few pixels', png(2, 2, { packed: deflateSync(Buffer.alloc(17)) })],
    ['an unknown filter', png(2, 2, { packed: deflateSync(Buffer.alloc(18, 9)) })],
    ['a palette', png(2, 2, { type: 3 })],
    ['16 bits', png(2, 2, { depth: 16 })],
    ['a truncated file', png(40, 20).subarray(0, 60)],
  ])('refuses %s as a logo file', (_what, file) => {
    expect(() => cleanLogo(file)).toThrow(expect.objectContaining({ name: 'LogoError' }));
  });
});

describe('branding in the panel', () => {
  let service: InProcessService;
  let account: { id: string; apiKey: string };
  let owner: AdminBrowser;
  beforeEach(async () => {
    service = await InProcessService.open();
    account = await service.addAccount('Harbour');
    owner = await AdminBrowser.joined(service, 'owner@example.com', { accountId: account.id });
  });
  afterEach(() => service.close());

  const put = (change: object, browser = owner) =>
    browser.send<AdminBrand>('PUT', 'branding', {
      name: 'Harbour',
      colours: { light: none, dark: none },
      revision: 0,
      ...change,
    } satisfies Partial<AdminBrandRequest>);

  /** Gets the reply to client init on the page of a link, or in an integrator's page. */
  async function initOf(channel: 'link' | 'token') {
    const workflowId = await service.addWorkflow(account.id, documentWorkflow);
    const backend = new Backend(service, account.apiKey);
    const inputs = { user_id: 'u-1' };
    if (channel === 'token') {
      const { data } = await backend.start({ workflowId, inputs });
      return (await new Page(service).init(data.token)).data;
    }
    const reply = await backend.link({ workflowId, inputs });
    return (await new Page(service).init(new URL(reply.data.redirectUrl).hash.slice(1))).data;
  }

  test("shows name, colours and logo on pages of links opened from now on, but not in integrators' pages", async () => {
    expect(await initOf('link')).not.toHaveProperty('theme');
    const logo = png(40, 20).toString('base64');
    const { status, data } = await put({
      name: 'Harbour Bank',
      colours: { light: purple, dark: none },
      logo,
    });
    expect(status).toBe(200);
    expect(data).toMatchObject({ name: 'Harbour Bank', revision: 1, colours: { light: purple } });
    const logoUrl = `data:image/png;base64,${data.logo}`;
    expect(await initOf('link')).toMatchObject({
      requester: 'Harbour Bank',
      theme: {
        light: { baseAccent: '#5b21b6', baseOnAccent: '#ffffff', logoUrl },
        dark: { logoUrl },
      },
    });
    expect(await initOf('token')).not.toHaveProperty('theme');
  });

  test('keeps the logo if none is sent, removes it for null, and records each change', async () => {
    await put({ logo: png(40, 20).toString('base64') });
    expect((await put({ revision: 1, colours: { light: purple, dark: none } })).data.logo).not.toBeNull();
    expect(
      (await put({ revision: 2, colours: { light: purple, dark: none }, logo: null })).data.logo,
    ).toBeNull();
    const events = await createAuditStore(service.database).eventsAfter(account.id, 0, 1000);
    const changes = events
      .filter(({ act }) => act === 'account.brand')
      .map((event) => JSON.parse(event.changes ?? '{}'));
    expect(changes).toEqual([
      { logo: [null, expect.stringMatching(/^[0-9a-f]{12}$/)] },
      { 'light.accent': [null, '#5b21b6'], 'light.onAccent': [null, '#ffffff'] },
      { logo: [expect.stringMatching(/^[0-9a-f]{12}$/), null] },
    ]);
  });

  test('shows the font on pages of links, keeps it if none is sent, and removes it for null', async () => {
    expect((await put({ fontFamily: ' Source Sans 3 ' })).data.fontFamily).toBe('Source Sans 3');
    expect(await initOf('link')).toMatchObject({ theme: { fontFamily: 'Source Sans 3' } });
    expect((await put({ revision: 1 })).data.fontFamily).toBe('Source Sans 3');
    expect((await put({ revision: 2, fontFamily: null })).data.fontFamily).toBeNull();
    expect(await initOf('link')).not.toHaveProperty('theme');
  });

  test.each(['', 'a"b', 'Inter; color: red', 'Inter, serif', 'x'.repeat(65), 7])(
    'refuses %j as a font',
    async (fontFamily) => {
      const { status, problem } = await put({ fontFamily });
      expect([status, problem?.errors?.map(({ pointer }) => pointer)]).toEqual([400, ['/fontFamily']]);
    },
  );

  test('refuses colours that fail WCAG 2.1 AA, and names each', async () => {
    const yellow = { accent: '#ffd200', onAccent: '#ffffff', text: null };
    const { status, problem } = await put({ colours: { light: yellow, dark: { ...none, text: '#333333' } } });
    expect([status, problem?.code]).toEqual([400, 'INVALID_REQUEST_BODY']);
    expect(problem?.errors?.map(({ pointer }) => pointer)).toEqual([
      '/colours/light/onAccent',
      '/colours/light/accent',
      '/colours/dark/text',
      '/colours/dark/text',
    ]);
  });

  test.each([
    'red',
    '#fff',
    '#5b21b6;background:url(//x)',
    'url(javascript:1)',
    '#5B21B6\n}',
    'expression(1)',
    '',
    7,
  ])('refuses %j as a colour', async (accent) => {
    const { status } = await put({ colours: { light: { ...none, accent }, dark: none } });
    expect(status).toBe(400);
  });

  test.each([
    ['an SVG', Buffer.from('<svg onload="alert(1)"/>').toString('base64')],
    ['a picture that is not base64', 'data:image/svg+xml,<svg/>'],
    ['a file that is too large', Buffer.alloc(90_000).toString('base64')],
  ])('refuses %s as a logo', async (_what, logo) => {
    const { status, problem } = await put({ logo });
    expect([status, problem?.code]).toEqual([400, 'INVALID_REQUEST_BODY']);
  });

  test('refuses an empty name, a name with control characters, and a change based on an old revision', async () => {
    expect((await put({ name: ' ' })).status).toBe(400);
    expect((await put({ name: 'A\u202eb' })).status).toBe(400);
    expect((await put({})).status).toBe(200);
    expect((await put({})).problem?.code).toBe('SETTING_CHANGED');
  });

  test('refuses changes by analysts, people with only test mode, and other accounts', async () => {
    const { id: other } = await service.addAccount('Station');
    const joined = (email: string, call: object) =>
      AdminBrowser.joined(service, email, { accountId: account.id, ...call });
    const tester = await joined('tester@example.com', { modes: ['test'] });
    const analyst = await joined('analyst@example.com', { role: 'analyst' });
    const foreign = await joined('foreign@example.com', { accountId: other });
    for (const browser of [tester, analyst])
      expect((await put({ name: 'Mine' }, browser)).problem?.code).toBe('FORBIDDEN');
    await put({ name: 'Theirs' }, foreign);
    expect((await owner.send<AdminBrand>('GET', 'branding')).data).toMatchObject({
      name: 'Harbour',
      revision: 0,
    });
  });
});
