import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A name server on this machine that answers as scripted by a test (RFC 1035, only single questions for addresses). */
export class StubNameServer {
  /** Returns the addresses of a name; default: none. */
  answer: (name: string) => readonly string[] = () => [];
  /** Number of queries by name; IPv4 and IPv6 count separately. */
  readonly asked = new Map<string, number>();
  readonly #socket = createSocket('udp4');

  static async open(): Promise<StubNameServer> {
    const server = new StubNameServer();
    server.#socket.on('message', (query, { port, address }) => {
      server.#socket.send(server.#reply(query), port, address);
    });
    server.#socket.bind(0, '127.0.0.1');
    await once(server.#socket, 'listening');
    return server;
  }

  /** Address in the form that a resolver takes. */
  get address(): string {
    return `127.0.0.1:${(this.#socket.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#socket.close();
  }

  #reply(query: Buffer): Buffer {
    const { name, end } = readName(query, 12);
    const type = query.readUInt16BE(end);
    this.asked.set(name, (this.asked.get(name) ?? 0) + 1);
    const wanted = type === 1 ? 'ipv4' : 'ipv6';
    const addresses = this.answer(name)
      .map((address) => ipaddr.parse(address))
      .filter((address) => address.kind() === wanted);
    // Header: response, authoritative, recursion available; one question, and the number of answers.
    const head = Buffer.from([
      query[0] ?? 0,
      query[1] ?? 0,
      0x85,
      0x80,
      0,
      1,
      0,
      addresses.length,
      0,
      0,
      0,
      0,
    ]);
    const answers = addresses.map((address) => {
      const bytes = address.toByteArray();
      // Answer: name of the question, class IN, TTL 0.
      return Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes]);
    });
    return Buffer.concat([head, query.subarray(12, end + 4), ...answers]);
  }
}

function readName(query: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = [];
  let at = start;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}
