import { Resolver } from 'node:dns/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import ipaddr from 'ipaddr.js';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createOutgoing, type OutgoingOptions } from '../src/outgoing/create-outgoing.ts';
import { fetchImage } from '../src/outgoing/fetch-image.ts';
import type { OutgoingReply } from '../src/outgoing/outgoing.ts';
import { createNameResolver } from '../src/outgoing/resolve-name.ts';
import { openRegisters } from '../src/registers/open-registers.ts';
import { type BorrowedAddresses, borrowAddresses, Canary } from './canary.ts';
import { StubNameServer } from './stub-name-server.ts';

/** HTTP and HTTPS connections have separate guards. */
const schemes = ['http', 'https'];
const { signal } = new AbortController();
const refused: OutgoingReply = { kind: 'failed', failure: 'ADDRESS_REFUSED' };
const question = { kind: 'NIN', number: '1', firstName: null, middleName: null, lastName: null } as const;

let borrowed: BorrowedAddresses;
let names: StubNameServer;
const canaries: Canary[] = [];
const open: { close(): unknown }[] = [];

beforeAll(async () => {
  borrowed = borrowAddresses();
  for (const one of borrowed.missing) process.stdout.write(`No canary at ${one}\n`);
  for (const address of borrowed.addresses) canaries.push(await Canary.open(address));
  process.stdout.write(`Canaries at ${canaries.map(({ address }) => address).join(', ')}\n`);
  names = await StubNameServer.open();
});
afterAll(() => {
  for (const canary of canaries) canary.close();
  names.close();
  borrowed.giveBack();
});
beforeEach(() => {
  for (const canary of canaries) canary.visits = 0;
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

function client(options: Partial<OutgoingOptions> = {}) {
  const resolver = new Resolver({ timeout: 20_000, tries: 1 });
  resolver.setServers([names.address]);
  const resolve = createNameResolver(() => resolver);
  const created = createOutgoing({ allowLoopback: false, timeoutMs: 60_000, resolve, ...options });
  open.push(created);
  return created;
}
const visited = () => canaries.filter(({ visits }) => visits > 0).map(({ address }) => address);
const post = (from: ReturnType<typeof client>, url: string) =>
  from.send({ url, method: 'POST', headers: {}, body: Buffer.from('{}'), signal });

/** Returns every spelling of an address that some parser accepts. */
function waysToWrite(address: string): string[] {
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv6) {
    const whole = parsed.parts.map((part) => part.toString(16).padStart(4, '0')).join(':');
    const plain = [parsed.toString(), parsed.toNormalizedString(), whole];
    return plain.flatMap((text) => [`[${text}]`, `[${text.toUpperCase()}]`]);
  }
  const [a = 0, b = 0, c = 0, d = 0] = parsed.octets;
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = (value: number, digits = 1) => value.toString(16).padStart(digits, '0');
  const halves = `${hex(a * 256 + b)}:${hex(c * 256 + d)}`;
  return [
    address,
    `${address}.`,
    String(whole),
    `0x${hex(whole)}`,
    `0${whole.toString(8)}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    [a, b, c, d].map((part) => `0${part.toString(8)}`).join('.'),
    [a, b, c, d].map((part) => `0x${hex(part)}`).join('.'),
    `0x${hex(a)}.${b}.0${(c * 256 + d).toString(8)}`,
    address.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
    address.replace(/\./g, '。'),
    address.replace(/./, (digit) => `%${hex(digit.charCodeAt(0))}`),
    `[::ffff:${address}]`,
    `[::ffff:${halves}]`,
    `[0:0:0:0:0:ffff:${halves}]`,
    `[::${address}]`,
    `[::ffff:0:${address}]`,
    `[64:ff9b::${halves}]`,
    `[2002:${halves}::]`,
  ];
}

it('counts any connection to a canary', { tags: ['DHOOK-55'] }, async () => {
  expect(canaries.map(({ address }) => address)).toEqual(expect.arrayContaining(['127.0.0.1', '::1']));
  for (const canary of canaries) await canary.visit();
  await expect.poll(() => canaries.map(({ visits }) => visits)).toEqual(canaries.map(() => 1));
});

it('blocks every spelling of a private address', { tags: ['DHOOK-55'] }, async () => {
  const outgoing = client();
  for (const { address, port } of canaries) {
    for (const host of [...waysToWrite(address), '0.0.0.0', '[::]', 'localhost', 'a.localhost.']) {
      for (const scheme of schemes) {
        const url = `${scheme}://${host}:${port}/`;
        expect(await post(outgoing, url), url).toEqual(refused);
      }
    }
  }
  expect(visited()).toEqual([]);
});

it('blocks every name of a private address for every purpose', { tags: ['DHOOK-55'] }, async () => {
  const all = canaries.map(({ address }) => address);
  names.answer = (name) => (name === 'all.example' ? all : all.filter((_, at) => name === `a${at}.example`));
  const outgoing = client();
  for (const [at, { port }] of canaries.entries()) {
    const hosts = [`a${at}.example`, 'all.example'];
    for (const url of hosts.flatMap((name) => schemes.map((scheme) => `${scheme}://${name}:${port}/`))) {
      expect(await post(outgoing, url), url).toEqual(refused);
      expect(await fetchImage(outgoing, url, 1000, signal)).toBeNull();
      const registers = openRegisters({ url, secret: 'x', networks: [] }, outgoing);
      await expect(registers.ask({ ...question, dateOfBirth: null }, 'r', signal)).rejects.toThrow(
        'ADDRESS_REFUSED',
      );
    }
  }
  expect(names.asked.get('all.example')).toBeGreaterThan(0);
  expect(visited()).toEqual([]);
});

it('blocks a name that first resolves to an allowed address and then to a private one', {
  tags: ['DHOOK-55'],
}, async () => {
  const outgoing = client({ networks: ['127.0.0.1'] });
  const others = canaries.map(({ address }) => address).filter((address) => address !== '127.0.0.1');
  for (const [scheme, address] of others.flatMap((address) =>
    schemes.map((scheme) => [scheme, address] as const),
  )) {
    const name = `${scheme}${others.indexOf(address)}.rebound.example`;
    const { receiver, canary } = await pairAt(address);
    // Resolves to the receiver for the two queries of the first lookup, and to the canary afterwards.
    names.answer = (asked) => ((names.asked.get(asked) ?? 0) <= 2 ? ['127.0.0.1'] : [address]);
    const url = `${scheme}://${name}:${receiver}/`;
    // The receiver was reached, but does not speak TLS.
    const first = scheme === 'http' ? { kind: 'replied' } : { failure: 'TLS_FAILED' };
    expect(await post(outgoing, url), url).toMatchObject(first);
    expect(names.asked.get(name), 'one lookup for each request').toBe(2);
    expect(await post(outgoing, url), address).toEqual(refused);
    expect(canary.visits, address).toBe(0);
    await canary.visit();
    expect(canary.visits, 'the canary of this address notices connections').toBe(1);
  }
});

it('follows no redirect to a private address', { tags: ['DHOOK-55'] }, async () => {
  const outgoing = client({ networks: ['127.0.0.1'] });
  for (const { address, port } of canaries) {
    const host = address.includes(':') ? `[${address}]` : address;
    for (const [at, status] of [301, 302, 303, 307, 308].entries()) {
      const location = `${schemes[at % 2]}://${host}:${port}/`;
      const from = await receive((reply) => reply.writeHead(status, { location }).end());
      const url = `http://127.0.0.1:${from}/`;
      expect(await post(outgoing, url)).toMatchObject({ kind: 'replied', status });
      expect(await fetchImage(outgoing, url, 1000, signal)).toBeNull();
    }
  }
  expect(visited()).toEqual([]);
});

/** Starts a receiver at the one allowed address. @returns its port. */
async function receive(answer: (reply: ServerResponse) => unknown): Promise<number> {
  const server = createServer((_, reply) => void answer(reply));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({ close: () => new Promise((resolve) => server.close(resolve)) });
  return (server.address() as AddressInfo).port;
}

/** Starts a receiver, and a canary on the same port of another address. */
async function pairAt(address: string): Promise<{ receiver: number; canary: Canary }> {
  for (;;) {
    const receiver = await receive((reply) => reply.end());
    // If that port is taken there, tries another.
    const canary = await Canary.open(address, receiver).catch(() => null);
    if (canary === null) continue;
    open.push(canary);
    return { receiver, canary };
  }
}
