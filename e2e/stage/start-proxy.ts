import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** A proxy in front of the service. */
export interface Proxy {
  readonly url: string;
  /** Stops the proxy. */
  stop(): Promise<void>;
}

/** The program of a proxy and the configuration of its site. */
export interface ProxyKind {
  readonly program: '/usr/sbin/nginx' | '/usr/bin/caddy' | '/usr/sbin/apache2';
  /** Debian package that contains it. */
  readonly debianPackage: string;
  /** Configuration of the site for the service at port 4000, as operators copy it. */
  readonly site: () => Promise<string>;
}

/** Returns the log of a program from its folder, or an empty text. */
const logOf = (folder: string) => readFile(join(folder, 'error.log'), 'utf8').catch(() => '');

const documented = (name: string) => () =>
  readFile(fileURLToPath(new URL(`../../examples/proxies/${name}`, import.meta.url)), 'utf8');

/** The configurations in the documentation. */
export const documentedProxies = {
  nginx: { program: '/usr/sbin/nginx', debianPackage: 'nginx-light', site: documented('nginx.conf') },
  Caddy: { program: '/usr/bin/caddy', debianPackage: 'caddy', site: documented('Caddyfile') },
  Apache: { program: '/usr/sbin/apache2', debianPackage: 'apache2-bin', site: documented('apache.conf') },
} as const satisfies Record<string, ProxyKind>;

/** nginx with Debian's defaults and only the address of the service. */
export const plainNginx: ProxyKind = {
  ...documentedProxies.nginx,
  site: async () => 'server { listen 80; location / { proxy_pass http://127.0.0.1:4000; } }',
};

/** Returns why a proxy cannot be started on this machine; null if it can. */
export function missingProxy({ program, debianPackage }: ProxyKind): string | null {
  return existsSync(program)
    ? null
    : `${program} is not installed. On Debian: sudo apt-get install ${debianPackage}`;
}

/** Timeout for a proxy to become ready, in ms. */
const timeoutMs = 60_000;

/**
 * Starts a proxy as an unprivileged process on a port of the loopback interface.
 *
 * @throws with its log if it does not become ready.
 */
export async function startProxy(kind: ProxyKind, port: number, servicePort: number): Promise<Proxy> {
  const folder = await mkdtemp(join(tmpdir(), 'proxy-'));
  chmodSync(folder, 0o777);
  const site = (await kind.site())
    .replaceAll('127.0.0.1:4000', `127.0.0.1:${servicePort}`)
    .replace(/listen 80;/, `listen 127.0.0.1:${port};`)
    .replace('<VirtualHost *:80>', `Listen 127.0.0.1:${port}\n<VirtualHost 127.0.0.1:${port}>`)
    .replace(/^verify\.example\.com \{/m, `http://localhost:${port} {\n\tbind 127.0.0.1`);
  const { text, args } = start[kind.program](folder, site);
  await writeFile(join(folder, 'site.conf'), text);
  const isRoot = process.getuid?.() === 0;
  const child = spawn(kind.program, args, {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
    // User and group "nobody".
    ...(isRoot && { uid: 65_534, gid: 65_534 }),
  });
  let said = '';
  child.stderr.on('data', (part: Buffer) => {
    said = (said + part).slice(-4000);
  });
  const url = `http://localhost:${port}`;
  const stop = async () => {
    await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  const giveUpAt = Date.now() + timeoutMs;
  while (!(await answers(url))) {
    if (child.exitCode !== null || Date.now() > giveUpAt) {
      said += await logOf(folder);
      await stop();
      throw new Error(`${kind.program} does not answer: ${said}`);
    }
    await delay(50);
  }
  return { url, stop };
}

/**
 * Wraps the configuration of a site in the settings that each program needs to run in its own folder, otherwise as in Debian.
 */
const start: Record<
  ProxyKind['program'],
  (folder: string, site: string) => { readonly text: string; readonly args: readonly string[] }
> = {
  '/usr/sbin/nginx': (folder, site) => ({
    text: `daemon off; pid ${folder}/nginx.pid; error_log stderr;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  sendfile on; tcp_nopush on; gzip on;
  ${site}
}`,
    args: ['-p', folder, '-c', join(folder, 'site.conf'), '-e', 'stderr'],
  }),
  '/usr/bin/caddy': (folder, site) => ({
    text: `{\n\tadmin off\n\tauto_https off\n}\n${site}`,
    args: ['run', '--adapter', 'caddyfile', '--config', join(folder, 'site.conf')],
  }),
  '/usr/sbin/apache2': (folder, site) => ({
    text: `ServerRoot ${folder}
PidFile ${folder}/apache.pid
ErrorLog ${folder}/error.log
ServerName localhost
${['mpm_event', 'authz_core', 'reqtimeout', 'headers', 'proxy', 'proxy_http']
  .map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`)
  .join('\n')}
${site}`,
    args: ['-DFOREGROUND', '-f', join(folder, 'site.conf')],
  }),
};

async function answers(url: string): Promise<boolean> {
  const reply = await fetch(`${url}/healthz`).catch(() => null);
  await reply?.arrayBuffer();
  return reply?.ok ?? false;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  // Open long polls of a browser can delay its end.
  const late = await Promise.race([ended, delay(5_000, 'late' as const, { ref: false })]);
  if (late === 'late') child.kill('SIGKILL');
  await ended;
}
