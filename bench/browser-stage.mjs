// A browser, the built service, and a page of another origin that carries the SDK's script and what it is measured beside.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { freePort, MeasuredServer } from './measured-server.mjs';

const knownBrowsers = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

export class BrowserStage {
  #service;
  #folder = mkdtempSync(join(tmpdir(), 'vo-bench-'));
  #host;
  #browser;
  #apiKey;
  #workflowId;

  /**
   * @param files what the page's server answers besides the page itself, by path: JavaScript.
   * @param cameraVideo path of a Motion JPEG that the camera shows; the browser's own test picture where it is not given.
   */
  static async open(files, cameraVideo) {
    const stage = new BrowserStage();
    const port = await freePort();
    stage.serviceUrl = `http://localhost:${port}`;
    stage.#service = await MeasuredServer.start('../packages/service/dist/main.js', {
      environment: {
        PORT: String(port),
        DEMO_PORT: String(await freePort()),
        DATA_DIR: stage.#folder,
        RATE_LIMIT: '1000000',
        LOG_LEVEL: 'error',
      },
      healthUrl: `http://127.0.0.1:${port}/healthz`,
    });
    const { apiKey, workflows } = JSON.parse(readFileSync(join(stage.#folder, 'dev.json'), 'utf8'));
    stage.#apiKey = apiKey;
    stage.#workflowId = workflows[0].id;
    await stage.#serveHost(files);
    stage.#browser = await chromium.launch({
      executablePath: knownBrowsers.find((path) => path && existsSync(path)),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--no-first-run',
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        ...(cameraVideo ? [`--use-file-for-fake-video-capture=${cameraVideo}`] : []),
      ],
    });
    return stage;
  }

  async #serveHost(files) {
    const page = `<!doctype html><title>Host</title><link rel="icon" href="data:,"><button>Verify</button>
<script src="${this.serviceUrl}/sdk/v1/vendor-orchestration.js"></script>
<script>globalThis.service = '${this.serviceUrl}'</script>`;
    this.#host = createServer((request, response) => {
      const script = files[request.url];
      const type = script === undefined ? 'text/html' : 'text/javascript';
      response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(script ?? page);
    });
    this.#host.listen(0, '127.0.0.1');
    await once(this.#host, 'listening');
  }

  /** A token of a verification that nobody has begun. */
  async newToken() {
    const reply = await fetch(`${this.serviceUrl}/orchestration-api/v1/init-workflow`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': this.#apiKey },
      body: JSON.stringify({ workflowId: this.#workflowId, inputs: { user_id: randomUUID() } }),
    });
    return (await reply.json()).data.token;
  }

  /**
   * Calls back with the page in a browser that has cached nothing, its processor slowed down so many times.
   *
   * @param asChrome the version that the browser says it is; its own where it is not given.
   */
  async visit(slowdown, act, asChrome) {
    const userAgent =
      asChrome &&
      `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${asChrome}.0.0.0 Safari/537.36`;
    const context = await this.#browser.newContext({
      reducedMotion: 'reduce',
      permissions: ['camera'],
      ...(userAgent && { userAgent }),
    });
    try {
      const page = await context.newPage();
      await page.goto(`http://localhost:${this.#host.address().port}/`);
      const processor = await context.newCDPSession(page);
      await processor.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      return await act(page);
    } finally {
      await context.close();
    }
  }

  async close() {
    await this.#browser.close();
    this.#host.close();
    this.#host.closeAllConnections();
    await this.#service.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Measures each contestant once per round, in turns, so that a busy machine is busy for all of them. */
export async function inTurns(rounds, contestants, measure) {
  const results = contestants.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, contestant] of contestants.entries()) results[index].push(await measure(contestant));
  }
  return results;
}

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
export const spread = (values) => `${Math.round(Math.min(...values))}–${Math.round(Math.max(...values))}`;
