// Installs the reverse proxies that slow journeys run in front of the service.
import { installMissing } from './debian.mjs';

const packages = ['nginx-light', 'caddy', 'apache2-bin'];

/** Installs nginx, Caddy and Apache on Debian as root; otherwise reports which journeys are skipped. */
export async function ensureProxies() {
  const left = await installMissing(packages);
  if (left.length > 0)
    console.error(
      `Not installed: ${left.join(', ')} (sudo apt-get install ${left.join(' ')}). Journeys behind these proxies are skipped.`,
    );
}
