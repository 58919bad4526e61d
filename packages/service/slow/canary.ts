import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { mayConnectTo } from '../src/outgoing/public-address.ts';

/** A server at an address that must not be reached, which counts its connections. */
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

  /** Connects to the canary without any guard, to prove that it notices connections. */
  async visit(): Promise<void> {
    const socket = dial(this.port, this.address).resume();
    await once(socket, 'close');
  }

  close(): void {
    this.#server.close();
  }
}

/** Addresses of this machine for canaries, some of them added temporarily. */
export interface BorrowedAddresses {
  readonly addresses: readonly string[];
  /** Addresses that could not be added, with the reason. */
  readonly missing: readonly string[];
  giveBack(): void;
}

/**
 * Returns the addresses of this machine, and temporarily adds one of each non-public range to its loopback device. Adding needs
 * the `ip` command and the right to use it.
 */
export function borrowAddresses(): BorrowedAddresses {
  const own = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .map(({ address }) => address)
    // Skips public addresses, which may be connected to, and link-local ones, which need a zone that URLs cannot express.
    .filter((address) => !mayConnectTo(address, { allowLoopback: false }) && !/^fe80:/i.test(address));
  // Random, so that a concurrent run uses other addresses.
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
  // Without duplicate address detection, an IPv6 address is usable at once.
  const atOnce = bits === 128 && change === 'add' ? ['nodad'] : [];
  execFileSync('ip', ['addr', change, `${address}/${bits}`, 'dev', 'lo', ...atOnce], { stdio: 'pipe' });
}
