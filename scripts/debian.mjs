// Installs Debian packages that a run needs, as root; otherwise only reports which are missing.
import { spawnSync } from 'node:child_process';
import { isOnPath, run } from './workspace.mjs';

/**
 * Installs missing packages.
 *
 * @param {readonly string[]} packages
 * @returns {Promise<string[]>} the packages that are still missing; none on a system other than Debian.
 */
export async function installMissing(packages) {
  if (!isOnPath('apt-get')) return [];
  const missing = packages.filter((name) => !isInstalled(name));
  if (missing.length === 0 || process.getuid?.() !== 0) return missing;
  console.log(`Installing ${missing.join(', ')} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env });
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], { env });
  return missing.filter((name) => !isInstalled(name));
}

function isInstalled(name) {
  const { stdout } = spawnSync('dpkg', ['-s', name], { encoding: 'utf8' });
  return stdout?.includes('Status: install ok installed') ?? false;
}
