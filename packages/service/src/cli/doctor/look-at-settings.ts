import { existsSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { describeIsolation, isCodeWithin, nameProtections } from '../../evaluations/decoders/isolation.ts';
import { compareRelease, releasesFolderIn } from '../../sdk-releases/keep-release.ts';
import { MasterKeyError, readMasterKey } from '../../secrets/master-key.ts';
import { openKeyRing, openVault } from '../../secrets/open-vault.ts';
import { type Environment, masterKeySourceOf } from '../../settings/environment.ts';
import { developmentSettings } from '../../settings/noted-settings.ts';
import { type Finding, fail, ok, warn } from './finding.ts';
import { look } from './look.ts';

/** Checks the settings of this command, which should be the same as the service's. */
export async function lookAtSettings(environment: Environment): Promise<Finding[]> {
  return [
    modeOf(environment),
    addressOf(environment),
    ...(await look('browser SDK', () => sdkOf(environment))),
    ...(await look('master key', () => masterKeyOf(environment))),
    ...(await look('list of purges', () => purgeJournalOf(environment))),
    ...(await look('decoder processes', () => decodersOf(environment))),
  ];
}

function modeOf(environment: Environment): Finding {
  const check = 'mode';
  const on = developmentSettings(environment);
  if (on.length === 0) return ok(check, 'production');
  const names = on.join(' and ');
  if (environment.publicUrl?.startsWith('https:')) {
    return fail(
      check,
      `This service is reachable by others, but has ${names}, which are for development only.`,
      'Start it without them; npm start sets them unless NODE_ENV is production.',
    );
  }
  return ok(check, `development, only on this machine: ${names}`);
}

function addressOf({ isDevelopment, publicUrl, port }: Environment): Finding {
  const check = 'public address';
  if (publicUrl === null) {
    if (isDevelopment) return ok(check, `http://localhost:${port}`);
    return fail(
      check,
      'PUBLIC_URL is not set: links would lead to localhost.',
      'Set it: PUBLIC_URL=https://verify.example',
    );
  }
  if (!isDevelopment && !publicUrl.startsWith('https:')) {
    return fail(
      check,
      `${publicUrl} is not https: browsers do not allow the camera there.`,
      'Put an https proxy in front of it.',
    );
  }
  return ok(check, publicUrl);
}

async function sdkOf({ sdkFolder, dataFolder, isDevelopment }: Environment): Promise<Finding> {
  const check = 'browser SDK';
  if (!existsSync(join(sdkFolder, 'v1'))) {
    return warn(
      check,
      `There is no build in ${sdkFolder}: pages cannot load it from here.`,
      'npm run build, or set SDK_DIR.',
    );
  }
  const folders = { builtFolder: sdkFolder, releasesFolder: releasesFolderIn(dataFolder) };
  const release = await compareRelease(folders).catch((error: Error) => error);
  if (release instanceof Error) return fail(check, release.message, 'npm run build, or set SDK_DIR.');
  // In development, the next start replaces the stored build.
  if (release.kind !== 'conflict' || isDevelopment) return ok(check, `is built: ${sdkFolder}`);
  const { version } = release;
  return warn(
    check,
    `The build differs from the kept ${version}: /sdk/v1/ serves the build, /sdk/${version}/ the kept one.`,
    'Raise the version in packages/sdk/package.json, npm run build, and restart the service.',
  );
}

function masterKeyOf(environment: Environment): Finding {
  const { masterKey, masterKeyFile, dataFolder } = environment;
  const check = 'master key';
  const isSealed = existsSync(join(dataFolder, 'master.key.proof'));
  // Opening the vault would create a key, which is up to the first start.
  if (!isSealed) return ok(check, 'is created, or verified, by the first start.');
  try {
    const source = masterKeySourceOf(environment);
    openVault(source);
    if (openKeyRing(dataFolder, readMasterKey(source)).isRotating) {
      return warn(
        check,
        'A rotation is not complete: the previous key still opens the data.',
        'Give the service the new key and restart it, or run again: orchestration master-key rotate',
      );
    }
  } catch (error) {
    if (!(error instanceof MasterKeyError)) throw error;
    return fail(check, error.message, 'Without it, the data cannot be decrypted.');
  }
  if (masterKey !== undefined) return ok(check, 'is the right one, given as MASTER_KEY.');
  return masterKeyFile === null
    ? ok(check, 'is the right one, and is stored beside the data: keep a copy of master.key elsewhere.')
    : ok(check, `is the right one, from ${masterKeyFile}.`);
}

/** Reports how well this system isolates the processes that decode uploads. */
function decodersOf({ dataFolder }: Environment): Finding {
  const check = 'decoder processes';
  if (isCodeWithin(dataFolder))
    return warn(
      check,
      `${dataFolder} contains the service or Node.js, so these processes can read all data in it.`,
      'Move the data to a folder of its own, and set DATA_DIR to it.',
    );
  const { on, off } = nameProtections(describeIsolation(dataFolder));
  if (off.length === 0) return ok(check, on.join(', '));
  return warn(
    check,
    `This system does not allow: ${off.join(', ')}.`,
    'On Linux, install util-linux and allow unprivileged user namespaces for the service; see docs/operate.md.',
  );
}

/**
 * Checks that the purge journal is outside of the data folder: a restored backup of the folder would otherwise bring back
 * purged data together with a journal that does not list the purge.
 */
function purgeJournalOf({ isDevelopment, purgeJournal, dataFolder, mediaBucket }: Environment): Finding {
  const check = 'list of purges';
  if (mediaBucket !== null) return ok(check, 'in the bucket of the media, under purges/');
  const inside = relative(dataFolder, purgeJournal);
  const isBeside = inside.startsWith('..') || isAbsolute(inside);
  if (isBeside || isDevelopment) return ok(check, purgeJournal);
  return warn(
    check,
    `${purgeJournal} is in the data folder: a restored backup would bring back data purged since.`,
    'Set PURGE_JOURNAL to a file that is not restored with the data, and move the list there.',
  );
}
