import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { BrokenBundleError, type BundleFile, type BundleStore } from '../bundles/bundle-store.ts';
import type { Logger } from '../logging/logger.ts';
import { type KeepReleaseOptions, type KeptRelease, keepRelease, unfinished } from './keep-release.ts';
import { isExactVersion } from './sdk-version.ts';

/**
 * Fetches releases that other instances have and this folder lacks.
 *
 * @returns their versions.
 * @throws {BrokenBundleError} if someone else changed one; the others are still fetched.
 */
export async function fetchReleases(releasesFolder: string, bundles: BundleStore): Promise<string[]> {
  const kept = await listKeptVersions(releasesFolder);
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

/** Publishes releases of this folder that the bucket lacks. */
async function publishReleases(releasesFolder: string, bundles: BundleStore): Promise<void> {
  const shared = await bundles.list();
  for (const version of await listKeptVersions(releasesFolder)) {
    if (shared.includes(version)) continue;
    await bundles.publish(version, await listFiles(join(releasesFolder, version)));
  }
}

/** Minimum interval between two checks of the bucket for a missing file. */
const minIntervalMs = 10_000;

/**
 * Creates a function that fetches missing releases when a page requests one, every ten seconds at most, and never twice at the
 * same time. During an upgrade, a page of a new instance may request its next chunk from an old one.
 *
 * @param elapsed - returns monotonic milliseconds.
 */
export function fetchReleasesOnDemand(
  releasesFolder: string,
  bundles: BundleStore,
  { elapsed, logger }: { readonly elapsed: () => number; readonly logger: Logger },
): () => Promise<void> {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checking = Promise.resolve();
  let isChecking = false;
  return () => {
    if (isChecking || elapsed() - checkedAt < minIntervalMs) return checking;
    checkedAt = elapsed();
    isChecking = true;
    checking = fetchReleases(releasesFolder, bundles)
      .then(
        (versions) => logFetched(logger, versions),
        (error: unknown) => logger.error('SDK releases could not be fetched from the bucket.', {}, error),
      )
      .finally(() => {
        isChecking = false;
      });
    return checking;
  };
}

/** Keeps the build and the releases of other instances, and shares the build with them. */
export async function keepSharedRelease(
  options: KeepReleaseOptions,
  bundles: BundleStore,
  logger: Logger,
): Promise<KeptRelease> {
  const { releasesFolder } = options;
  try {
    // Fetched first, so that another build of the same version is noticed.
    logFetched(logger, await fetchReleases(releasesFolder, bundles));
  } catch (error) {
    if (!(error instanceof BrokenBundleError)) throw error;
    logger.error(
      'An SDK release in the bucket was changed outside the service and is not served.',
      {},
      error,
    );
  }
  const kept = await keepRelease(options);
  await publishReleases(releasesFolder, bundles);
  return kept;
}

function logFetched(logger: Logger, versions: readonly string[]): void {
  if (versions.length > 0)
    logger.info('SDK releases were fetched from the bucket.', { versions: versions.join(', ') });
}

async function listKeptVersions(releasesFolder: string): Promise<string[]> {
  return (await readdir(releasesFolder).catch(() => [])).filter(isExactVersion);
}

async function listFiles(folder: string): Promise<BundleFile[]> {
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
