// The Admin Panel in a browser, in the session of a signed-in person.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { createDecidedExecution } from './grown-service.mjs';
import { slow4g, slowCpu } from './slow-network.mjs';
import { median, spread } from './statistics.mjs';

const knownBrowsers = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'];
const rowLink = 'a.row-link';

/** @returns medians and spreads of the first load and of the first picture, in ms, and the bytes of the load. */
export async function loadsOfPanel(service, rounds) {
  const { id } = service.workflows.find(({ name }) => name === 'Identity document');
  // The newest run, first in the list, has pictures.
  const withPicture = await createDecidedExecution(service, id);
  const executablePath = knownBrowsers.find((path) => path && existsSync(path));
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const [loads, pictures] = [[], []];
    for (let round = 0; round < rounds; round++) {
      loads.push(await inFreshContext(browser, service, firstLoad));
      pictures.push(
        await inFreshContext(browser, service, (page) => firstPicture(page, service, withPicture)),
      );
    }
    const times = loads.map(({ ms }) => ms);
    return {
      loadMs: Math.round(median(times)),
      loadSpread: spread(times),
      loadBytes: median(loads.map(({ bytes }) => bytes)),
      pictureMs: Math.round(median(pictures)),
      pictureSpread: spread(pictures),
      browser: `Chromium ${browser.version()}`,
    };
  } finally {
    await browser.close();
  }
}

async function inFreshContext(browser, service, act) {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
  });
  try {
    const [name, value] = service.panel.cookie.split(/=(.*)/);
    await context.addCookies([{ name, value, url: service.origin }]);
    return await act(await context.newPage(), service);
  } finally {
    await context.close();
  }
}

/** Loads the list over slow 4G at a quarter of the processor's speed, until its first run is painted. */
async function firstLoad(page, { origin }) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...slow4g });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowCpu });
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.addInitScript(watchFirstRow, rowLink);
  await page.goto(`${origin}/admin/runs?mode=test`, { waitUntil: 'commit' });
  const atList = await page.waitForFunction(() => globalThis.firstRowPaintedAt);
  return { ms: await atList.jsonValue(), bytes };
}

/**
 * Runs in the page: records when the first run was painted, in ms since the start of the navigation (Element Timing). A tool
 * that polls the page would slow it down and wait for work after the paint.
 */
function watchFirstRow(selector) {
  new PerformanceObserver((list) => {
    globalThis.firstRowPaintedAt ??= list.getEntries()[0].renderTime;
  }).observe({ type: 'element', buffered: true });
  const changes = new MutationObserver(() => {
    const row = document.querySelector(selector);
    if (!row) return;
    changes.disconnect();
    row.closest('td').setAttribute('elementtiming', 'first-row');
  });
  changes.observe(document, { childList: true, subtree: true });
}

/** Opens a run from the list and waits for its first picture. */
async function firstPicture(page, { origin }, id) {
  await page.goto(`${origin}/admin/runs?mode=test`);
  const link = page.locator(`${rowLink}[aria-label="${id}"]`);
  await link.waitFor();
  const began = performance.now();
  await link.click();
  await page.waitForFunction(() =>
    [...document.images].some(
      ({ src, complete, naturalWidth }) => /media/.test(src) && complete && naturalWidth > 0,
    ),
  );
  return performance.now() - began;
}
