import { mkdtempSync, renameSync, rmSync, unwatchFile, watchFile, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mmdbOf } from '../../testing/mmdb.ts';
import { networkOfAddress, normalizeAddress } from './network-of-address.ts';
import { openNetworkLists } from './open-network-lists.ts';

let folder: string;
const opened: Awaited<ReturnType<typeof openNetworkLists>>[] = [];

/** Opens lists, and closes them after all tests. */
async function openLists(...given: Parameters<typeof openNetworkLists>) {
  const lists = await openNetworkLists(...given);
  opened.push(lists);
  return lists;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vo-networks-'));
});
afterAll(() => {
  for (const lists of opened) lists.close();
  rmSync(folder, { recursive: true });
});

function fileOf(name: string, content: Buffer): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

const never = () => {
  throw new Error('All lists can be read.');
};
const countryList = (code: string) =>
  mmdbOf('Test-Country', { '81.2.69.0/24': { country: { iso_code: code } } });

describe('openNetworkLists', () => {
  it('returns the facts of the operator’s lists for IPv4 and IPv6 addresses', {
    tags: ['S1-17'],
  }, async () => {
    const lists = await openLists(
      {
        country: fileOf(
          'country.mmdb',
          mmdbOf('Test-Country', {
            '81.2.69.0/24': { country: { iso_code: 'GB' } },
            '2a00:1450::/32': { registered_country: { iso_code: 'IE' } },
          }),
        ),
        asn: fileOf(
          'asn.mmdb',
          mmdbOf('Test-ASN', {
            '81.2.69.0/24': {
              autonomous_system_number: 64_500,
              autonomous_system_organization: 'An example',
            },
          }),
        ),
        anonymous: fileOf(
          'anonymous.mmdb',
          mmdbOf('Test-Anonymous', {
            '81.2.70.0/24': { is_anonymous: true, is_tor_exit_node: true, is_hosting_provider: true },
            '81.2.71.0/24': { is_anonymous_vpn: true },
            '81.2.72.0/24': { is_residential_proxy: true },
          }),
        ),
      },
      never,
    );
    expect(lists.lookUp('81.2.69.142')).toEqual({
      country: { code: 'GB' },
      owner: { asn: 64_500, organization: 'An example' },
      masks: [],
    });
    expect(lists.lookUp('81.2.70.1')).toEqual({
      country: { code: null },
      owner: { asn: null, organization: null },
      masks: ['TOR', 'HOSTING'],
    });
    expect(lists.lookUp('81.2.71.1').masks).toEqual(['VPN']);
    expect(lists.lookUp('81.2.72.1').masks).toEqual(['PROXY']);
    expect(lists.lookUp('2a00:1450:4001::1').country).toEqual({ code: 'IE' });
    expect(lists.lookUp('no address').country).toEqual({ code: null });
    expect(lists.facts().find(({ list }) => list === 'country')).toMatchObject({
      setting: 'IP_COUNTRY_DB',
      builtAt: new Date(1_900_000_000_000),
    });
  });

  it('returns null for every fact without lists', async () => {
    const lists = await openLists({ country: null, asn: null, anonymous: null }, never);
    expect(lists.lookUp('81.2.69.142')).toEqual({ country: null, owner: null, masks: null });
  });

  it('keeps the current list when its file is replaced by a truncated one, and reads the next', async () => {
    const file = fileOf('watched.mmdb', countryList('GB'));
    const put = (content: Buffer) => renameSync(fileOf('new.mmdb', content), file);
    const reported: unknown[][] = [];
    const files = { country: file, asn: null, anonymous: null };
    const lists = await openLists(files, (...report) => reported.push(report));
    // The same watcher that the list uses: Node has one for each file.
    const watcher = watchFile(file, () => {});
    const codeOf = () => lists.lookUp('81.2.69.142').country?.code;

    put(countryList('IE').subarray(0, 40));
    watcher.emit('change');
    await expect.poll(() => reported).toEqual([['IP_COUNTRY_DB', expect.any(Error)]]);
    expect(codeOf()).toBe('GB');

    put(countryList('FR'));
    watcher.emit('change');
    await expect.poll(codeOf).toBe('FR');
    expect(reported).toHaveLength(1);

    lists.close();
    expect(watcher.listenerCount('change')).toBe(1);
    unwatchFile(file);
  });

  it.each([
    ['a missing file', null],
    ['a file of another format', 'This is a text.'],
  ])('names the setting for %s', async (_, text) => {
    const file = text === null ? join(folder, 'absent') : fileOf('odd.mmdb', Buffer.from(text));
    await expect(openNetworkLists({ country: file, asn: null, anonymous: null }, never)).rejects.toThrow(
      `IP_COUNTRY_DB: ${file} cannot be read`,
    );
  });
});

describe('networkOfAddress', () => {
  it.each([
    ['81.2.69.142', '81.2.69.0/24'],
    ['::ffff:81.2.69.142', '81.2.69.0/24'],
    ['2a00:1450:4001:80b::200e', '2a00:1450:4001::/48'],
  ])('counts %s in the network %s', (ip, network) => expect(networkOfAddress(ip)).toBe(network));
});

describe('normalizeAddress', () => {
  it.each([
    ['81.2.69.142', '81.2.69.142'],
    ['::ffff:81.2.69.142', '81.2.69.142'],
    ['2A00:1450:4001:080B:0:0:0:200E', '2a00:1450:4001:80b::200e'],
    ['2a00:1450:4001:80b::200e', '2a00:1450:4001:80b::200e'],
  ])('normalizes %s to %s', (ip, spelled) => expect(normalizeAddress(ip)).toBe(spelled));
});
