import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { endProgram, startProgram } from './child-process.ts';
import type { DrivenBrowser, DrivenTab } from './driven-browser.ts';
import { until } from './until.ts';

type Json = Record<string, unknown>;
type Send = (method: string, params?: Json, sessionId?: string) => Promise<Json>;

const flags = [
  '--headless',
  '--no-sandbox',
  '--no-zygote',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--hide-scrollbars',
  '--force-prefers-reduced-motion',
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  '--remote-debugging-pipe',
];

/**
 * Starts a Chromium of any age whose camera plays a video, and drives it by the DevTools protocol over a pipe. The few commands
 * used here have not changed since Chromium 77; driver libraries do not support such old versions.
 */
export async function startChromium(name: string, path: string, videoPath: string): Promise<DrivenBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'chromium-profile-'));
  const child = startProgram(
    name,
    path,
    [...flags, `--user-data-dir=${profile}`, `--use-file-for-fake-video-capture=${videoPath}`, 'about:blank'],
    { channels: 2 },
  );
  const send = speak(child.stdio[3] as Writable, child.stdio[4] as Readable);
  const pages = async () => {
    const { targetInfos } = await send('Target.getTargets');
    return (targetInfos as Json[])
      .filter(({ type }) => type === 'page')
      .map(({ targetId }) => String(targetId));
  };
  const [first = ''] = await until('the first tab', async () => {
    const open = await pages();
    return open.length > 0 ? open : undefined;
  });
  const known = [first];
  const { product } = await send('Browser.getVersion');
  return {
    version: String(product),
    tab: await attach(send, first),
    nextWindow: async () => {
      const opened = await until('a window', async () => (await pages()).find((id) => !known.includes(id)));
      known.push(opened);
      return attach(send, opened);
    },
    countWindows: async () => (await pages()).length,
    quit: async () => {
      await endProgram(child);
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Speaks the protocol over a pipe: JSON messages, each terminated by a zero byte. */
function speak(outgoing: Writable, incoming: Readable): Send {
  const waiting = new Map<number, { resolve: (result: Json) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  let unread = '';
  incoming.setEncoding('utf8');
  incoming.on('data', (piece: string) => {
    const messages = (unread + piece).split('\0');
    unread = messages.pop() ?? '';
    for (const message of messages) {
      const { id, result, error } = JSON.parse(message);
      if (error) waiting.get(id)?.reject(new Error(error.message));
      else waiting.get(id)?.resolve(result);
      waiting.delete(id);
    }
  });
  incoming.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The browser has ended.'));
  });
  return (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      outgoing.write(`${JSON.stringify({ id: lastId, method, params, ...(sessionId && { sessionId }) })}\0`);
    });
}

async function attach(send: Send, targetId: string): Promise<DrivenTab> {
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  const sendToTab: Send = (method, params) => send(method, params, String(sessionId));
  await sendToTab('Page.enable');
  const run = async (source: string, args: readonly unknown[]) => {
    const expression = `(${source})(...${JSON.stringify(args)})`;
    const { result, exceptionDetails } = await sendToTab('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
      userGesture: false,
    });
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
    return (result as Json).value;
  };
  return {
    run,
    open: async (url) => {
      await sendToTab('Page.navigate', { url });
      // A page may remove the fragment at once.
      const address = url.replace(/#.*/, '');
      await until(url, async () =>
        (await run('(url) => location.href.startsWith(url) && document.readyState === "complete"', [
          address,
        ])) === true
          ? true
          : undefined,
      );
    },
    press: async (x, y) => {
      const point = { x, y, button: 'left', clickCount: 1 };
      await sendToTab('Input.dispatchMouseEvent', { ...point, type: 'mouseMoved', button: 'none' });
      await sendToTab('Input.dispatchMouseEvent', { ...point, type: 'mousePressed' });
      await sendToTab('Input.dispatchMouseEvent', { ...point, type: 'mouseReleased' });
    },
    photograph: async () => Buffer.from(String((await sendToTab('Page.captureScreenshot')).data), 'base64'),
    resize: async (width, height) => {
      await sendToTab('Emulation.setDeviceMetricsOverride', {
        width,
        height,
        deviceScaleFactor: 1,
        mobile: false,
      });
    },
  };
}
