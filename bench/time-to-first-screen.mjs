// Times one start of a flow, from the call to the first painted screen.
import { NetworkLog } from './network-log.mjs';

/** Maximum duration of tasks that the browser does not report as long tasks, in ms. */
export const longTaskMs = 50;

/**
 * Opens a contestant's page with an empty cache, then starts its flow.
 *
 * @param conditions - `slowdown` of the processor and `network`, as for `BrowserStage.visit`.
 * @param around - wraps the start itself, e.g. to record a profile; by default nothing.
 * @returns `ms` until the first screen is painted; `cpuMs` of the page's main thread; `longestTaskMs`, 0 for at most
 *   `longTaskMs`; and, if a network is emulated, `network`: the requests until the first screen was laid out.
 */
export async function timeFirstScreen(stage, { path, asChrome }, conditions, around = (_, start) => start()) {
  const token = await stage.newToken();
  return stage.visit({ path, asChrome, ...conditions }, async (page, session) => {
    const log = conditions.network && (await NetworkLog.start(session));
    await page.waitForTimeout(200);
    const usedCpuMs = await cpuMeter(session);
    const beforeMs = await usedCpuMs();
    const start = await around(session, () => page.evaluate(startAndWatch, token));
    const afterMs = await usedCpuMs();
    return {
      ms: start.paintedMs - start.calledMs,
      cpuMs: afterMs - beforeMs,
      longestTaskMs: await page.evaluate(longestTask, start),
      network: log?.between(start.calledMs, start.drawnMs),
    };
  });
}

/** Returns a function that returns the CPU of the page's main thread so far, in ms. */
async function cpuMeter(session) {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * metrics.find(({ name }) => name === 'TaskDuration').value;
  };
}

/**
 * Runs in the page. A screen counts from the frame that lays out its heading, even while the heading is still transparent.
 *
 * @returns times in ms since 1970.
 */
async function startAndWatch(token) {
  globalThis.tasks = [];
  new PerformanceObserver((list) => globalThis.tasks.push(...list.getEntries())).observe({
    type: 'longtask',
  });
  const nowMs = () => performance.timeOrigin + performance.now();
  const calledMs = nowMs();
  let failure;
  globalThis.startFlow(token).catch((error) => {
    failure = error;
  });
  while (!isDrawn()) {
    if (failure) throw failure;
    await nextFrame();
  }
  const drawnMs = nowMs();
  await afterPaint();
  return { calledMs, drawnMs, paintedMs: nowMs() };

  function isDrawn() {
    return [...document.body.children].some(
      (host) => (host.shadowRoot ?? host).querySelector('h1')?.getBoundingClientRect().height > 0,
    );
  }

  function nextFrame() {
    return new Promise((resolve) => requestAnimationFrame(resolve));
  }

  /** Waits for a task after the next frame, when its picture has been painted. */
  async function afterPaint() {
    await nextFrame();
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
  }
}

/**
 * Runs in the page: returns the longest task that began before the first screen. The browser reports long tasks with a delay.
 */
async function longestTask({ paintedMs }) {
  await new Promise((resolve) => setTimeout(resolve, 300));
  const early = globalThis.tasks.filter(({ startTime }) => performance.timeOrigin + startTime < paintedMs);
  return Math.max(0, ...early.map(({ duration }) => duration));
}
