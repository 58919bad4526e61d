// A browser, the built service, and pages of another origin that start a flow.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { HostServer } from './host-server.mjs';
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
  #browser;
  #apiKey;
  #workflowId;

  /**
   * @param options `cameraVideo`: path of a video for the camera, by default the browser's own test picture;
   *   `preflightDelayMs`: delay of the service's replies to CORS preflights.
   */
  static async open({ cameraVideo, preflightDelayMs = 0 } = {}) {
    const stage = new BrowserStage();
    const port = await freePort();
    stage.serviceUrl = `http://localhost:${port}`;
    stage.#service = await MeasuredServer.start('../packages/service/dist/bundled/main.js', {
      environment: {
        PORT: String(port),
        DEMO_PORT: String(await freePort()),
        DATA_DIR: stage.#folder,
        RATE_LIMIT: '1000000',
        LOG_LEVEL: 'error',
        PREFLIGHT_DELAY_MS: String(preflightDelayMs),
      },
      preload: preflightDelayMs > 0 ? ['delay-preflights.mjs'] : [],
      healthUrl: `http://127.0.0.1:${port}/healthz`,
    });
    const { apiKey, workflows } = JSON.parse(readFileSync(join(stage.#folder, 'dev.json'), 'utf8'));
    stage.#apiKey = apiKey;
    stage.#workflowId = workflows[0].id;
    stage.host = await HostServer.start();
    stage.host.addPage('/', stage.scriptTag);
    stage.#browser = await chromium.launch({
      executablePath: knownBrowsers.find((path) => path && existsSync(path)),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--no-first-run',
        // Blocks every request to other hosts.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        ...(cameraVideo ? [`--use-file-for-fake-video-capture=${cameraVideo}`] : []),
      ],
    });
    stage.browserVersion = `Chromium ${stage.#browser.version()}`;
    return stage;
  }

  /** Script tag that loads the SDK from the service. */
  get scriptTag() {
    return `<script src="${this.serviceUrl}/sdk/v1/vendor-orchestration.js"></script>`;
  }

  /** Starts a verification and returns its token. */
  async newToken() {
    const reply = await fetch(`${this.serviceUrl}/orchestration-api/v1/init-workflow`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': this.#apiKey },
      body: JSON.stringify({ workflowId: this.#workflowId, inputs: { user_id: randomUUID() } }),
    });
    return (await reply.json()).data.token;
  }

  /**
   * Opens a page of the host in a browser with an empty cache and, once the page has loaded, slows the browser down.
   *
   * @param options `path` of the page; `slowdown` of the processor; `network`: conditions to emulate, none by default;
   *   `asChrome`: the version that the browser claims to be, its own by default.
   * @returns what `act` returns.
   */
  async visit({ path = '/', slowdown, network, asChrome }, act) {
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
      await page.goto(this.host.url + path);
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      if (network) {
        await session.send('Network.enable');
        await session.send('Network.emulateNetworkConditions', { offline: false, ...network });
      }
      return await act(page, session);
    } finally {
      await context.close();
    }
  }

  async close() {
    await this.#browser.close();
    this.host.close();
    await this.#service.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Measures the contestants alternately, each once per round, so that load of the machine affects all of them alike. */
export async function inTurns(rounds, contestants, measure) {
  const results = contestants.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, contestant] of contestants.entries()) results[index].push(await measure(contestant));
  }
  return results;
}
