import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { type BucketServer, openServerBucket } from './bucket-server.ts';

/** Keys of a user who owns the bucket. */
export const swiftKeys = { accessKeyId: 'test:owner', secretAccessKey: 'secret-of-the-owner' };
/** Keys of a user of the same account without rights. */
export const strangerKeys = { accessKeyId: 'test:stranger', secretAccessKey: 'secret-of-the-stranger' };

/** Maximum number of keys in one page of a list. */
export const maxListed = 10;

/** Returns whether OpenStack Swift is installed, as by Debian's packages. */
export function hasSwift(): boolean {
  try {
    execFileSync('swift-proxy-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT';
  }
}

/**
 * Starts OpenStack Swift with its S3 API on this machine: a proxy, and one server each for accounts, containers and objects.
 * Unlike `s3rver`, it verifies signatures and digests. The bucket `media` exists.
 */
export async function startSwift(): Promise<BucketServer> {
  const folder = mkdtempSync(join(tmpdir(), 'swift-'));
  const devices = join(folder, 'devices');
  mkdirSync(join(devices, 'd1'), { recursive: true });
  const ports = await freePorts(4);
  const common = (port: number) =>
    `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${devices}
mount_check = false
fallocate_reserve = 0
workers = 0
`;
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write(
    'swift.conf',
    `[swift-hash]
swift_hash_path_prefix = a
swift_hash_path_suffix = b
[storage-policy:0]
name = one
default = yes
`,
  );
  const servers: ChildProcess[] = [];
  const start = (name: string) =>
    servers.push(
      spawn(`swift-${name}-server`, [join(folder, `${name}.conf`)], { stdio: 'ignore', detached: true }),
    );
  for (const [index, name] of ['object', 'container', 'account'].entries()) {
    const port = ports[index + 1]!;
    const ring = (...command: string[]) =>
      execFileSync('swift-ring-builder', [join(folder, `${name}.builder`), ...command], { stdio: 'ignore' });
    ring('create', '2', '1', '0');
    ring('add', `r1z1-127.0.0.1:${port}/d1`, '1');
    ring('rebalance');
    write(
      `${name}.conf`,
      `${common(port)}[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
`,
    );
    start(name);
  }
  const filters = ['catch_errors', 'gatekeeper', 'healthcheck', 'listing_formats', 'slo', 'copy'];
  write(
    'proxy.conf',
    `${common(ports[0]!)}[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats s3api tempauth slo copy proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
${filters.map((name) => `[filter:${name}]\nuse = egg:swift#${name}\n`).join('')}[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
max_bucket_listing = ${maxListed}
[filter:tempauth]
use = egg:swift#tempauth
user_test_owner = ${swiftKeys.secretAccessKey} .admin
user_test_stranger = ${strangerKeys.secretAccessKey}
`,
  );
  start('proxy');
  const endpoint = `http://127.0.0.1:${ports[0]}`;
  const stop = async () => {
    for (const server of servers) {
      const ended = server.exitCode === null && server.signalCode === null && once(server, 'exit');
      // Kills the whole process group, because a server may have workers.
      if (ended && server.pid !== undefined) process.kill(-server.pid, 'SIGKILL');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const client = new AwsClient({ ...swiftKeys, region: 'us-east-1', service: 's3', retries: 0 });
  for (let tries = 0; ; tries += 1) {
    const made = await client.fetch(`${endpoint}/media`, { method: 'PUT' }).catch(() => null);
    if (made?.ok) break;
    if (tries === 300) {
      await stop();
      throw new Error(`Swift did not create the bucket: ${made?.status ?? 'no reply'}.`);
    }
    await pause(100);
  }
  const { open, close } = openServerBucket(endpoint, swiftKeys);
  return {
    endpoint,
    folder: devices,
    open,
    async stop() {
      await close();
      await stop();
    },
  };
}

/** Finds free ports, all at once so that none is returned twice. */
async function freePorts(count: number): Promise<number[]> {
  const holders = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(holders.map((holder) => once(holder, 'listening')));
  const ports = holders.map((holder) => (holder.address() as { port: number }).port);
  await Promise.all(holders.map((holder) => new Promise((resolve) => holder.close(resolve))));
  return ports;
}
