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
  let beganAt;
  session.once('Network.requestWillBeSent', ({ timestamp }) => (beganAt = timestamp));
  const received = [];
  session.on('Network.loadingFinished', (file) => received.push(file));
  await page.addInitScript(reportFirstRow, rowLink);
  const painted = await timeFromPage(session);
  await page.goto(`${origin}/admin/runs?mode=test`, { waitUntil: 'commit' });
  const ms = await painted.time;
  const inTime = received.filter(({ timestamp }) => (timestamp - beganAt) * 1000 <= ms);
  return { ms, bytes: inTime.reduce((sum, { encodedDataLength }) => sum + encodedDataLength, 0) };
}

/** Opens a run from the list. Returns the time from the click until its first picture is painted. */
async function firstPicture(page, { origin }, id) {
  await page.addInitScript(reportFirstPicture);
  const painted = await timeFromPage(await page.context().newCDPSession(page));
  await page.goto(`${origin}/admin/runs?mode=test`);
  const link = page.locator(`${rowLink}[aria-label="${id}"]`);
  await link.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await link.boundingBox();
  await page.mouse.click(x + width / 2, y + height / 2);
  return painted.time;
}

/**
 * Lets the page report one time by `reportTime`. `page.waitForFunction` would first run Playwright's own script in the page, at
 * a cost of more than a tenth of its load, then poll it.
 *
 * @returns the time in ms, as a promise.
 */
async function timeFromPage(session) {
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: 'reportTime' });
  const time = new Promise((resolve, reject) => {
    const tooLate = setTimeout(() => reject(new Error('The page reported no time within 60 s.')), 60_000);
    session.once('Runtime.bindingCalled', ({ payload }) => {
      clearTimeout(tooLate);
      resolve(Number(payload));
    });
  });
  return { time };
}

/** Runs in the page: reports when the first run was painted, in ms since the start of the navigation (Element Timing). */
function reportFirstRow(selector) {
  new PerformanceObserver((list, observer) => {
    observer.disconnect();
    globalThis.reportTime(String(list.getEntries()[0].renderTime));
  }).observe({ type: 'element', buffered: true });
  const changes = new MutationObserver(() => {
    const row = document.querySelector(selector);
    if (!row) return;
    changes.disconnect();
    row.closest('td').setAttribute('elementtiming', 'first-row');
  });
  changes.observe(document, { childList: true, subtree: true });
}

/** Runs in the page: reports the time in ms from a click until the first picture was painted (Element Timing). */
function reportFirstPicture() {
  let clickedAt;
  addEventListener('click', ({ timeStamp }) => (clickedAt = timeStamp), { capture: true });
  new PerformanceObserver((list, observer) => {
    observer.disconnect();
    globalThis.reportTime(String(list.getEntries()[0].renderTime - clickedAt));
  }).observe({ type: 'element', buffered: true });
  new MutationObserver(() => {
    for (const picture of document.querySelectorAll('img[src*="media"]:not([elementtiming])'))
      picture.setAttribute('elementtiming', 'picture');
  }).observe(document, { childList: true, subtree: true, attributeFilter: ['src'] });
}
