import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { mayConnectTo } from '../src/outgoing/public-address.ts';

/** One who listens at an address where nobody is to come, and counts who does. */
export class Canary {
  readonly address: string;
  visits = 0;
  readonly #server: Server;

  private constructor(address: string, server: Server) {
    this.address = address;
    this.#server = server;
    server.on('connection', (socket) => {
      this.visits += 1;
      socket.on('error', () => {}).end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
    });
  }

  static async open(address: string, port = 0): Promise<Canary> {
    const server = createServer();
    const canary = new Canary(address, server);
    server.listen(port, address);
    await once(server, 'listening');
    return canary;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Goes there, past every guard: a canary that notices nobody proves nothing. */
  async visit(): Promise<void> {
    const socket = dial(this.port, this.address).resume();
    await once(socket, 'close');
  }

  close(): void {
    this.#server.close();
  }
}

/** Addresses of this machine for canaries, some of which it has only for a while. */
export interface BorrowedAddresses {
  readonly addresses: readonly string[];
  /** Those that it could not be given, and why. */
  readonly missing: readonly string[];
  giveBack(): void;
}

/**
 * The addresses of this machine, and one of each range that is not public, given to its loopback device for as long as they are
 * needed. That takes a system with `ip` and the right to use it.
 */
export function borrowAddresses(): BorrowedAddresses {
  const own = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .map(({ address }) => address)
    // Skips public addresses, which may be connected to, and link-local ones, which need a zone that no URL can have.
    .filter((address) => !mayConnectTo(address, { allowLoopback: false }) && !/^fe80:/i.test(address));
  // Another run beside this one has others.
  const [a, b] = [randomInt(1, 255), randomInt(1, 255)];
  const wanted = [
    `10.${a}.${b}.9`,
    `172.16.${a}.${b}`,
    `192.168.${a}.${b}`,
    `169.254.${a}.${b}`,
    `100.64.${a}.${b}`,
    `198.18.${a}.${b}`,
    `127.${a}.${b}.9`,
    `fc00::${a}:${b}`,
    `fd00:${a}::${b}`,
  ];
  const given: string[] = [];
  const missing: string[] = [];
  for (const address of wanted) {
    try {
      changeAddress('add', address);
      given.push(address);
    } catch (error) {
      missing.push(
        `${address}: ${
          String((error as Error).message)
            .split('\n')
            .at(-2) ?? error
        }`,
      );
    }
  }
  return {
    addresses: [...new Set([...own, ...given])],
    missing,
    giveBack: () => given.forEach((address) => void changeAddress('del', address)),
  };
}

function changeAddress(change: 'add' | 'del', address: string): void {
  const bits = address.includes(':') ? 128 : 32;
  // An address of IPv6 is usable at once only when nobody is asked whether it is taken.
  const atOnce = bits === 128 && change === 'add' ? ['nodad'] : [];
  execFileSync('ip', ['addr', change, `${address}/${bits}`, 'dev', 'lo', ...atOnce], { stdio: 'pipe' });
}
