import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashFiles, hashOf } from './integrity.mjs';

/** Parts of a release: their folder in `dist`, the compared files, and the entries named in the record. */
const parts = {
  script: {
    folder: 'script/v1',
    pattern: /\.m?js$/,
    entries: ['hosted.js', 'vendor-orchestration.js', 'vendor-orchestration.mjs'],
  },
  npm: { folder: 'npm', pattern: /\.c?js$/, entries: ['index.cjs', 'index.js'] },
  types: { folder: 'types', pattern: /\.d\.c?ts$/, entries: ['index.d.cts', 'index.d.ts'] },
};

/**
 * @typedef {{ digest: string, entries: Record<string, string> }} PartRecord one part of a release: the digest of all its
 *   files, and the hash of each entry.
 * @typedef {Record<'script' | 'npm' | 'types', PartRecord>} ReleaseRecord
 */

/** The file that holds the record of every released version. */
export const releasesFile = fileURLToPath(new URL('../releases.json', import.meta.url));

/** @returns {Promise<Record<string, ReleaseRecord>>} the records by version. */
export async function readReleases() {
  return JSON.parse(await readFile(releasesFile, 'utf8'));
}

/**
 * Describes a build as `releases.json` records it. Leaves out source maps and compressed files, which follow from the rest.
 *
 * @param {string} dist folder of the build.
 * @returns {Promise<ReleaseRecord>}
 */
export async function describeBuild(dist) {
  const described = await Promise.all(
    Object.entries(parts).map(async ([part, { folder, pattern }]) => [
      part,
      describePart(part, await hashFiles(join(dist, folder), pattern)),
    ]),
  );
  return Object.fromEntries(described);
}

/**
 * Describes one part of a release by the hashes of its files. For `script`, the `files` of its `integrity.json` are enough, so
 * that a running service can be compared as well.
 *
 * @param {'script' | 'npm' | 'types'} part
 * @param {Record<string, string>} files hash by path.
 * @returns {PartRecord}
 */
export function describePart(part, files) {
  const lines = Object.keys(files)
    .sort()
    .map((path) => `${path} ${files[path]}\n`);
  const entries = Object.fromEntries(parts[part].entries.map((path) => [path, files[path] ?? 'missing']));
  return { digest: hashOf(lines.join('')), entries };
}

/**
 * Lists the parts in which a build differs from a release, each with its differing entries.
 *
 * @param {Partial<ReleaseRecord>} recorded
 * @param {Partial<ReleaseRecord>} built the parts to compare.
 * @returns {string[]} such as `script (hosted.js)`; empty if they are the same.
 */
export function differences(recorded, built) {
  return Object.entries(built).flatMap(([part, { digest, entries }]) => {
    if (recorded[part]?.digest === digest) return [];
    const changed = Object.keys(entries).filter((path) => recorded[part]?.entries[path] !== entries[path]);
    return [`${part} (${changed.join(', ') || 'other files than its entries'})`];
  });
}

/**
 * Compares a build with the release of the same version, if there was one.
 *
 * @param {{ version: string, releases: Record<string, ReleaseRecord>, built: ReleaseRecord, hasRegions: boolean }} build
 *   `hasRegions`: addresses are built in (`VO_REGIONS`), as in no released build.
 * @returns {{ isFit: boolean, message?: string }}
 */
export function compareWithRelease({ version, releases, built, hasRegions }) {
  const recorded = releases[version];
  if (!recorded) return { isFit: true };
  if (hasRegions) {
    return { isFit: true, message: `VO_REGIONS is set: not compared with the released ${version}.` };
  }
  const differing = differences(recorded, built);
  if (differing.length === 0) return { isFit: true };
  return {
    isFit: false,
    message:
      `${version} was released with other files: ${differing.join(', ')}. ` +
      'Raise the version in packages/sdk/package.json: see docs/how-to/release.md.',
  };
}
