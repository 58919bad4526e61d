// The server of the pages that a benchmark visits. It compresses with brotli and lets browsers cache its files, as a CDN does.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';

const types = { page: 'text/html; charset=utf-8', script: 'text/javascript; charset=utf-8' };
const cacheControl = { page: 'no-cache', script: 'public, max-age=31536000, immutable' };

export class HostServer {
  #server;
  #files = new Map();

  static async start() {
    const host = new HostServer();
    host.#server = createServer((request, response) => host.#answer(request, response));
    host.#server.listen(0, '127.0.0.1');
    await once(host.#server, 'listening');
    host.url = `http://localhost:${host.#server.address().port}`;
    return host;
  }

  /** @param head - markup of the page's head besides its title; the body has a button. */
  addPage(path, head) {
    this.#add(
      'page',
      path,
      `<!doctype html><title>Host</title><link rel="icon" href="data:,">${head}<button>Verify</button>`,
    );
  }

  addScript(path, code) {
    this.#add('script', path, code);
  }

  #add(kind, path, content) {
    const body = brotliCompressSync(content);
    this.#files.set(path, { type: types[kind], cacheControl: cacheControl[kind], body });
  }

  #answer(request, response) {
    const file = this.#files.get(request.url);
    if (!file) return response.writeHead(404).end();
    response
      .writeHead(200, {
        'content-type': file.type,
        'content-encoding': 'br',
        'content-length': file.body.length,
        'cache-control': file.cacheControl,
      })
      .end(file.body);
  }

  close() {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
