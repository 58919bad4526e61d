import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Connection to a database server that a test can cut, as a server restart or a network failure would. */
export class DatabaseLink {
  readonly #sockets = new Set<Socket>();
  readonly #target: URL;
  #server: Server | undefined;
  #port = 0;
  #isSilent = false;

  private constructor(target: URL) {
    this.#target = target;
  }

  /** Opens a link. @param url - database on this machine. */
  static async open(url: string): Promise<DatabaseLink> {
    const link = new DatabaseLink(new URL(url));
    await link.mend();
    return link;
  }

  /** Address of the database through this link. */
  get url(): string {
    const url = new URL(this.#target);
    url.port = String(this.#port);
    return url.href;
  }

  /** Breaks all connections; new ones are refused. */
  async cut(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /**
   * Stops forwarding without closing connections, like a network that silently drops packets. New connections are accepted and
   * get no answer.
   */
  silence(): void {
    this.#isSilent = true;
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  /** Forwards new connections again; silenced ones stay silent. */
  async mend(): Promise<void> {
    this.#isSilent = false;
    if (this.#server) return;
    this.#server = createServer((near) => {
      const far = connect(Number(this.#target.port), this.#target.hostname);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(one);
        one.on('error', () => {});
        one.on('close', () => {
          this.#sockets.delete(one);
          other.destroy();
        });
        if (!this.#isSilent) one.pipe(other);
      }
    }).listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address !== null && typeof address === 'object') this.#port = address.port;
  }
}
