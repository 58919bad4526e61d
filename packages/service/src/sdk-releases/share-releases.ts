import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { BrokenBundleError, type BundleFile, type BundleStore } from '../bundles/bundle-store.ts';
import type { Logger } from '../logging/logger.ts';
import { type KeepReleaseOptions, type KeptRelease, keepRelease, unfinished } from './keep-release.ts';
import { isExactVersion } from './sdk-version.ts';

/**
 * Fetches releases that other instances keep and this folder lacks.
 *
 * @returns their versions.
 * @throws {BrokenBundleError} when one was changed by somebody else. All others are kept then.
 */
export async function fetchReleases(releasesFolder: string, bundles: BundleStore): Promise<string[]> {
  const kept = await keptVersions(releasesFolder);
  const missing = (await bundles.list()).filter((name) => isExactVersion(name) && !kept.includes(name));
  const fetched: string[] = [];
  let broken: BrokenBundleError | null = null;
  for (const version of missing) {
    const incoming = join(releasesFolder, unfinished + randomUUID());
    await mkdir(incoming, { recursive: true });
    try {
      if (!(await bundles.fetch(version, incoming))) continue;
      await rename(incoming, join(releasesFolder, version));
      fetched.push(version);
    } catch (error) {
      if (!(error instanceof BrokenBundleError)) throw error;
      broken = error;
    } finally {
      await rm(incoming, { recursive: true, force: true });
    }
  }
  if (broken) throw broken;
  return fetched;
}

/** Gives releases that this folder keeps to other instances. */
async function publishReleases(releasesFolder: string, bundles: BundleStore): Promise<void> {
  const shared = await bundles.list();
  for (const version of await keptVersions(releasesFolder)) {
    if (shared.includes(version)) continue;
    await bundles.publish(version, await filesIn(join(releasesFolder, version)));
  }
}

/** Between two looks at the bucket for an address that is not here. */
const lookEveryMs = 10_000;

/**
 * Fetches missing releases when a page asks for one, and not more often than every ten seconds whatever pages ask for. During an
 * upgrade a page may come from a new instance, and ask an old one for its next chunk.
 *
 * @param elapsed milliseconds since any moment; never goes back.
 */
export function fetchReleasesOnDemand(
  releasesFolder: string,
  bundles: BundleStore,
  { elapsed, logger }: { readonly elapsed: () => number; readonly logger: Logger },
): () => Promise<void> {
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking = Promise.resolve();
  return () => {
    if (elapsed() - lookedAt < lookEveryMs) return looking;
    lookedAt = elapsed();
    looking = fetchReleases(releasesFolder, bundles).then(
      (versions) => logFetched(logger, versions),
      (error: unknown) => logger.error('SDK releases could not be fetched from the bucket.', {}, error),
    );
    return looking;
  };
}

/** Keeps the build, with the releases of other instances, and gives it to them. */
export async function keepSharedRelease(
  options: KeepReleaseOptions,
  bundles: BundleStore,
  logger: Logger,
): Promise<KeptRelease> {
  const { releasesFolder } = options;
  try {
    // First, so that another build of the same version is noticed.
    logFetched(logger, await fetchReleases(releasesFolder, bundles));
  } catch (error) {
    if (!(error instanceof BrokenBundleError)) throw error;
    logger.error('An SDK release in the bucket was changed by somebody else: it is not served.', {}, error);
  }
  const kept = await keepRelease(options);
  await publishReleases(releasesFolder, bundles);
  return kept;
}

function logFetched(logger: Logger, versions: readonly string[]): void {
  if (versions.length > 0)
    logger.info('SDK releases were fetched from the bucket.', { versions: versions.join(', ') });
}

async function keptVersions(releasesFolder: string): Promise<string[]> {
  return (await readdir(releasesFolder).catch(() => [])).filter(isExactVersion);
}

async function filesIn(folder: string): Promise<BundleFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({
      name: path
        .slice(folder.length + 1)
        .split(sep)
        .join('/'),
      path,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
