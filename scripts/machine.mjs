// Installs the programs with which the slow suites boot a machine, check alert rules and store media.
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installMissing } from './debian.mjs';
import { isOnPath, root, run } from './workspace.mjs';

const packages = ['systemd', 'util-linux', 'iproute2', 'openssl', 'curl'];
const swiftPackages = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object'];
const folder = join(root, '.cache', 'prometheus');

/**
 * Installs systemd, tools and OpenStack Swift on Debian as root, and unpacks promtool; otherwise reports which tests are
 * skipped.
 */
export async function ensureMachine() {
  const left = await installMissing(packages);
  if (left.length > 0)
    console.error(
      `Not installed: ${left.join(', ')} (sudo apt-get install ${left.join(' ')}). Tests of docs/operate.md are skipped.`,
    );
  const noSwift = await installMissing(swiftPackages);
  if (noSwift.length > 0)
    console.error(
      `Not installed: ${noSwift.join(', ')} (sudo apt-get install ${noSwift.join(' ')}). Tests of media in OpenStack Swift are skipped.`,
    );
  await unpackPromtool().catch((error) =>
    console.error(`promtool is not installed, so alert rules are not checked: ${error}`),
  );
}

/** Unpacks promtool into `.cache`. Installing the package would start Prometheus on this machine. */
async function unpackPromtool() {
  if (isOnPath('promtool') || existsSync(join(folder, 'usr/bin/promtool')) || !isOnPath('apt-get')) return;
  mkdirSync(folder, { recursive: true });
  await run('apt-get', ['download', 'prometheus'], { cwd: folder });
  const file = readdirSync(folder).find((name) => name.endsWith('.deb'));
  if (file) await run('dpkg', ['-x', file, '.'], { cwd: folder });
}
