import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { findFreePorts } from '../stage/free-ports.ts';
import { endProgram, startProgram } from './child-process.ts';
import type { DrivenBrowser } from './driven-browser.ts';
import { until } from './until.ts';
import { type Command, type CommandName, driveByWebDriver } from './webdriver.ts';

const endpoints: Record<CommandName, readonly [method: string, path: string]> = {
  'Navigate To': ['POST', 'url'],
  'Execute Async Script': ['POST', 'execute/async'],
  'Perform Actions': ['POST', 'actions'],
  'Take Screenshot': ['GET', 'screenshot'],
  'Get Window Handles': ['GET', 'window/handles'],
  'Switch To Window': ['POST', 'window'],
  'Set Window Rect': ['POST', 'window/rect'],
};

/** Starts WebKitGTK's MiniBrowser on a virtual screen. Pages get a camera by `giveCamera`. */
export async function startWebKit(miniBrowser: string): Promise<DrivenBrowser> {
  const [port = 0] = await findFreePorts(1);
  const home = await mkdtemp(join(tmpdir(), 'webkit-home-'));
  await mkdir(join(home, 'gtk-3.0'));
  await writeFile(join(home, 'gtk-3.0', 'settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
  const screen = startProgram(
    'xvfb',
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1400x1100x24', '-nolisten', 'tcp'],
    {
      channels: 1,
    },
  );
  const display = await firstLine(screen.stdio[3] as Readable);
  const driver = startProgram('webkit', 'WebKitWebDriver', ['--host=127.0.0.1', `--port=${port}`], {
    env: {
      DISPLAY: `:${display}`,
      GDK_BACKEND: 'x11',
      WAYLAND_DISPLAY: '',
      XDG_CONFIG_HOME: home,
      XDG_DATA_HOME: home,
      XDG_CACHE_HOME: home,
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
  });
  const address = `http://127.0.0.1:${port}`;
  let session: string | undefined;
  const quit = async () => {
    // Ending the driver alone would leave the browser running.
    if (session) await ask('DELETE', `${address}/session/${session}`).catch(() => undefined);
    await endProgram(driver);
    await endProgram(screen);
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await until('the driver', () => ask('GET', `${address}/status`).catch(() => undefined));
    const started = (await ask('POST', `${address}/session`, {
      capabilities: {
        alwaysMatch: {
          timeouts: { script: 600_000, pageLoad: 300_000 },
          'webkitgtk:browserOptions': {
            binary: miniBrowser,
            args: [
              '--automation',
              '--enable-media-stream=true',
              '--enable-mock-capture-devices=true',
              '--javascript-can-open-windows-automatically=true',
            ],
          },
        },
      },
    })) as { sessionId: string; capabilities: { browserName: string; browserVersion: string } };
    session = started.sessionId;
    const command: Command = (name, params = {}) => {
      const [method, path] = endpoints[name];
      return ask(method, `${address}/session/${session}/${path}`, method === 'POST' ? params : undefined);
    };
    const { browserName, browserVersion } = started.capabilities;
    return await driveByWebDriver(command, `${browserName}/${browserVersion}`, quit);
  } catch (error) {
    await quit();
    throw error;
  }
}

function firstLine(stream: Readable): Promise<string> {
  return new Promise((resolve) => stream.once('data', (text) => resolve(String(text).trim())));
}

async function ask(method: string, url: string, body?: unknown): Promise<unknown> {
  const reply = await fetch(url, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const { value } = (await reply.json()) as { value: { error?: string; message?: string } | null };
  if (!reply.ok) throw new Error(`${url}: ${value?.error}: ${value?.message}`);
  return value;
}
