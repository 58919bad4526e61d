import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePorts } from '../stage/free-ports.ts';
import { endProgram, startProgram } from './child-process.ts';
import type { DrivenBrowser } from './driven-browser.ts';
import { until } from './until.ts';
import { type Command, type CommandName, driveByWebDriver } from './webdriver.ts';

/** Returns the name of a command in Marionette, the protocol that geckodriver also uses: without spaces. */
const marionetteName = (name: CommandName) => `WebDriver:${name.replace(/ To$| /g, '')}`;

/** Starts a headless Firefox. Its own fake camera shows only colours, so pages get one by `giveCamera`. */
export async function startFirefox(path: string): Promise<DrivenBrowser> {
  const [port = 0] = await findFreePorts(1);
  const profile = await mkdtemp(join(tmpdir(), 'firefox-profile-'));
  await writeFile(join(profile, 'user.js'), preferences(port));
  const child = startProgram(
    'firefox',
    path,
    ['--marionette', '--headless', '--no-remote', '--profile', profile],
    {
      env: { MOZ_HEADLESS_WIDTH: '1280', MOZ_HEADLESS_HEIGHT: '1000' },
    },
  );
  const quit = async () => {
    await endProgram(child);
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const socket = await until('Firefox', () => reach(port));
    const send = speak(socket);
    const { capabilities } = (await send('WebDriver:NewSession', {
      capabilities: { alwaysMatch: { timeouts: { script: 600_000, pageLoad: 300_000 } } },
    })) as { capabilities: { browserName: string; browserVersion: string } };
    const command: Command = async (name, params) => {
      const answer = await send(marionetteName(name), { full: false, ...params });
      return (answer as { value?: unknown } | null)?.value ?? answer;
    };
    const version = `${capabilities.browserName}/${capabilities.browserVersion}`;
    return await driveByWebDriver(command, version, quit);
  } catch (error) {
    await quit();
    throw error;
  }
}

function preferences(port: number): string {
  const chosen = {
    'marionette.port': port,
    'media.navigator.streams.fake': true,
    'media.navigator.permission.disabled': true,
    'dom.disable_open_during_load': false,
    'ui.prefersReducedMotion': 1,
    'datareporting.policy.dataSubmissionEnabled': false,
    'toolkit.telemetry.enabled': false,
    'app.update.enabled': false,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    'browser.safebrowsing.downloads.enabled': false,
    'services.settings.server': 'data:,',
    'browser.shell.checkDefaultBrowser': false,
    'browser.aboutwelcome.enabled': false,
  };
  return Object.entries(chosen)
    .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
    .join('');
}

function reach(port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(undefined));
  });
}

/** Speaks Marionette: messages are `length:JSON`; a request is `[0, id, name, params]`, its reply `[1, id, error, result]`. */
function speak(socket: Socket) {
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  let unread = Buffer.alloc(0);
  socket.on('data', (piece: Buffer) => {
    unread = Buffer.concat([unread, piece]);
    for (;;) {
      const colon = unread.indexOf(':');
      const length = Number(unread.subarray(0, colon));
      if (colon < 0 || unread.length < colon + 1 + length) return;
      const message = JSON.parse(unread.subarray(colon + 1, colon + 1 + length).toString());
      unread = unread.subarray(colon + 1 + length);
      // The first message is a greeting, not a reply.
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message;
      if (error) waiting.get(id)?.reject(new Error(`${error.error}: ${error.message}`));
      else waiting.get(id)?.resolve(result);
      waiting.delete(id);
    }
  });
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The browser has ended.'));
  });
  return (name: string, params: Record<string, unknown>) =>
    new Promise<unknown>((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      const message = Buffer.from(JSON.stringify([0, lastId, name, params]));
      socket.write(Buffer.concat([Buffer.from(`${message.length}:`), message]));
    });
}
