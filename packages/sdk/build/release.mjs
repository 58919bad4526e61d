// The record of releases (releases.json). `record` adds the current build; `check` fails unless the current build is the one
// recorded for its version; `verify <address>` compares the files that a service serves with the record.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describeBuild, describePart, differences, readReleases, releasesFile } from './release-record.mjs';
import { hasRegions, version } from './shared-config.mjs';

const dist = fileURLToPath(new URL('../dist', import.meta.url));

/**
 * Records the current build.
 *
 * @returns {Promise<string | undefined>} why it cannot.
 */
async function record() {
  if (version.includes('-')) return `${version} is no version to release: set one without a suffix.`;
  if (hasRegions) return 'VO_REGIONS is set: a released build has no addresses of regions.';
  const releases = await readReleases();
  const built = await describeBuild(dist);
  const recorded = releases[version];
  if (recorded) return differenceFrom(recorded, built);
  const { version: described } = JSON.parse(await readFile(`${dist}/script/v1/integrity.json`, 'utf8'));
  if (described !== version) return `The build is of ${described}: run npm run build first.`;
  await writeFile(releasesFile, `${JSON.stringify({ ...releases, [version]: built }, null, 2)}\n`);
  return undefined;
}

/**
 * Compares the current build with its record.
 *
 * @returns {Promise<string | undefined>} the difference.
 */
async function check() {
  const recorded = (await readReleases())[version];
  return recorded ? differenceFrom(recorded, await describeBuild(dist)) : notRecorded();
}

/**
 * Compares the files that a service serves under the current version with their record.
 *
 * @returns {Promise<string | undefined>} the difference.
 */
async function verify(address) {
  if (!address) return 'Name the service: npm run release:verify -- https://verify.example.com';
  const recorded = (await readReleases())[version];
  if (!recorded) return notRecorded();
  const url = `${address.replace(/\/$/, '')}/sdk/${version}/integrity.json`;
  const reply = await fetch(url);
  if (!reply.ok) return `${url} answers ${reply.status}.`;
  const { files } = await reply.json();
  const [differing] = differences(recorded, { script: describePart('script', files) });
  return differing && `${url} differs from the record: ${differing}.`;
}

const notRecorded = () => `${version} is not recorded: npm run release:record.`;

function differenceFrom(recorded, built) {
  const differing = differences(recorded, built);
  return differing.length > 0
    ? `${version} is recorded with other files: ${differing.join(', ')}.`
    : undefined;
}

const [name, ...operands] = process.argv.slice(2);
const command = { record, check, verify }[name];
const problem = command
  ? await command(...operands)
  : 'node build/release.mjs record | check | verify <address>';
if (problem) console.error(problem);
else process.stdout.write(`${version}: as recorded in packages/sdk/releases.json.\n`);
process.exitCode = problem ? 1 : 0;
