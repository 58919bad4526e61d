import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import {
  findUnsupportedDatabase,
  installationOf,
  isDataBegun,
  isDatabaseBegun,
} from '../../db/opening/open-data.ts';
import {
  databaseFile,
  findDataElsewhere,
  findUnfinishedRestore,
  viewDatabase,
} from '../../db/opening/open-database.ts';
import { peekMigrations } from '../../db/opening/peek-migrations.ts';
import { joinPostgres } from '../../db/opening/postgres/open-postgres.ts';
import { nameOfDatabase } from '../../db/opening/postgres/postgres-pool.ts';
import { noHistory } from '../../db/opening/schema-history.ts';
import { examineBucket, viewMediaOf } from '../../media/open-media.ts';
import { signUploadCheck } from '../../media/upload-check.ts';
import { proofFileIn } from '../../secrets/master-key.ts';
import { peekVault } from '../../secrets/open-vault.ts';
import type { Vault } from '../../secrets/vault.ts';
import { masterKeySourceOf } from '../../settings/environment.ts';
import { findListenFault } from '../../settings/usable-settings.ts';
import { explainFailure } from '../../unavailable.ts';
import type { Call, Command } from '../command.ts';
import { findFolderRight } from '../data-owner.ts';
import { type Finding, fail, ok } from './finding.ts';
import { look } from './look.ts';
import { lookAtClock, lookAtClockTrust } from './look-at-clock.ts';
import { lookAtAccounts, lookAtEndpoints, lookAtMigrations, lookAtVersion } from './look-at-data.ts';
import { lookAtFolder } from './look-at-folder.ts';
import { lookAtHold } from './look-at-hold.ts';
import { lookAtInstances } from './look-at-instances.ts';
import { lookAtIntegrity } from './look-at-integrity.ts';
import { lookAtJobs } from './look-at-jobs.ts';
import { lookAtLists } from './look-at-lists.ts';
import { lookAtOrphans } from './look-at-orphans.ts';
import { lookAtProxies } from './look-at-proxies.ts';
import { lookAtPurges } from './look-at-purges.ts';
import { lookAtReceivers, lookAtWebhookPath } from './look-at-receivers.ts';
import { isServed, lookAtService } from './look-at-service.ts';
import { lookAtSettings } from './look-at-settings.ts';
import { lookAtUploads } from './look-at-uploads.ts';
import { lookAtPlaces, lookAtVariables } from './look-at-variables.ts';
import type { View } from './view.ts';

const marks = { ok: '✓', warn: '!', fail: '✗' } as const;

export const doctorCommand: Command = {
  name: 'doctor',
  summary:
    'Checks folder, settings, service, data and jobs, and says how to fix what is wrong. It changes nothing.',
  operand: null,
  options: {},
  isReadOnly: true,
  reportsSettings: true,
  notes: 'Exits with 1 if a check fails; with only warnings (!), it exits with 0.',
  async run({ operator }) {
    const findings = await examine(operator);
    const worst =
      (['fail', 'warn'] as const).find((state) => findings.some((found) => found.state === state)) ?? 'ok';
    return {
      data: { state: worst, findings },
      text: findings.map(lineOf).join('\n'),
      isGood: worst !== 'fail',
    };
  },
};

async function examine(operator: Call['operator']): Promise<Finding[]> {
  const { environment, clock, user } = operator;
  const { dataFolder } = environment;
  const version = ok('Node.js', process.version);
  // With an unusable DATA_DIR, another folder than the intended one would be checked.
  if (operator.settings.faults.some(({ setting }) => setting === 'DATA_DIR'))
    return [version, ...lookAtVariables(operator)];
  const isRunning = isServed(dataFolder);
  const listenFault = isRunning ? null : (operator.findListenFault ?? findListenFault);
  const variables = [
    ...lookAtVariables(operator),
    ...(await look('variables', () => lookAtPlaces(environment, listenFault))),
  ];
  const settings = variables.length > 0 ? variables : [ok('variables', 'All of them can be used.')];
  const before = [version, ...settings, ...(await lookAtFolder(dataFolder, user, isRunning))];
  if (!existsSync(dataFolder)) return before;
  const signature = isRunning ? signatureOf(operator) : null;
  return [
    ...before,
    ...(await lookAtSettings(environment)),
    ...(await look('proxies', () => lookAtProxies(environment, clock.now()))),
    ...(await look('webhook path', () => lookAtWebhookPath(environment, clock.now()))),
    ...(await look('service', () => lookAtService(environment, isRunning, clock))),
    ...(await look('uploads', () => lookAtUploads(environment, isRunning, signature))),
    ...(await look('media bucket', () => lookAtBucket(operator))),
    ...(await look('database', () => lookAtDatabase(operator, isRunning))),
  ];
}

async function lookAtDatabase(operator: Call['operator'], isRunning: boolean): Promise<Finding[]> {
  const { dataFolder, databaseUrl } = operator.environment;
  // With an unusable DATABASE_URL, another database than the intended one would be checked.
  if (operator.settings.faults.some(({ setting }) => setting === 'DATABASE_URL')) return [];
  if (databaseUrl !== null) return lookAtPostgres(operator, databaseUrl, isRunning);
  const file = databaseFile(dataFolder);
  const unusable = findUnfinishedRestore(dataFolder) ?? findDataElsewhere(dataFolder);
  if (unusable) return [fail('database', unusable.cause, unusable.remedy)];
  if (!existsSync(file))
    return [fail('database', 'There is none yet.', 'orchestration account create --name …')];
  // Opening the database would create files that the owner of the folder cannot use.
  if (findFolderRight(dataFolder, operator.user)?.isGranted === false)
    return [fail('database', 'Only the owner of the folder can check it.', 'Run this as its owner.')];
  // Checked before opening the database, so that nothing changes in a folder of another version.
  const unsupported = lookAtVersion(dataFolder, peekMigrations(file) ?? noHistory);
  if (unsupported) return [unsupported];
  const database = await viewDatabase(dataFolder);
  try {
    return await lookInto(database, operator, isRunning);
  } finally {
    await database.close();
  }
}

async function lookAtPostgres(
  operator: Call['operator'],
  url: string,
  isRunning: boolean,
): Promise<Finding[]> {
  const { environment } = operator;
  const unusable = await findUnsupportedDatabase(environment.dataFolder, url, (proof) =>
    peekVault(masterKeySourceOf(environment), proof),
  );
  if (unusable) return [fail('database', unusable.cause, unusable.remedy)];
  if (!isDataBegun(environment) && !(await isDatabaseBegun(url)))
    return [fail('database', 'There is none yet.', 'orchestration account create --name …')];
  const database = await joinPostgres(url);
  try {
    const { rows } = await sql<{
      version: string;
    }>`select current_setting('server_version') as version`.execute(database.reader);
    const server = ok('database', `${nameOfDatabase(url)} answers, on PostgreSQL ${rows[0]?.version}.`);
    const found = await lookInto(database, operator, isRunning);
    // Before the migration, instances cannot store which checks they run.
    if (found[0]?.state !== 'ok') return [server, ...found];
    return [server, ...found, ...(await look('checks', () => lookAtInstances(database, isRunning)))];
  } finally {
    await database.close();
  }
}

async function lookInto(database: View, operator: Call['operator'], isRunning: boolean): Promise<Finding[]> {
  const { environment, clock, resolve } = operator;
  const migrations = await lookAtMigrations(database, environment, isRunning);
  // Before a migration, tables that the queries below read may be missing.
  if (migrations.state !== 'ok') return [migrations];
  const now = clock.now();
  const media = viewMediaOf(environment);
  return [
    migrations,
    ...(await look('accounts', () => lookAtAccounts(database, environment, now))),
    ...(await look('deliveries', () => lookAtEndpoints(database))),
    ...(await look('held webhooks', () => lookAtHold(database))),
    ...(await look('receivers', () => lookAtReceivers(database, environment, resolve))),
    ...(await lookAtLists(database, environment, now, resolve)),
    ...(await lookAtJobs(database, isRunning, now)),
    ...(await look('integrity', () =>
      lookAtIntegrity(database, {
        vault: vaultOf(operator),
        anchor: () => operator.wholeAnchor(),
        media,
        now,
      }),
    )),
    ...(await look('purges by age', () => lookAtPurges(database, now))),
    ...(await look('media without a capture', () => lookAtOrphans(database))),
    ...(await look('stored times', () => lookAtClock(database, now))),
    ...(await look('clock trust', () => lookAtClockTrust(database, isRunning, now))),
  ];
}

async function lookAtBucket(operator: Call['operator']): Promise<Finding[]> {
  const { mediaBucket } = operator.environment;
  if (mediaBucket === null) return [];
  try {
    return [
      ok(
        'media bucket',
        `${await examineBucket(mediaBucket, vaultOf(operator), installationOf(operator.environment))} can be read.`,
      ),
    ];
  } catch (error) {
    const explained = explainFailure(error);
    if (!explained) throw error;
    return [fail('media bucket', explained.cause, explained.remedy)];
  }
}

function lineOf({ state, check, finding, remedy }: Finding): string {
  return `${marks[state]} ${check}: ${finding}${remedy === undefined ? '' : `\n    → ${remedy}`}`;
}

/** Returns null if the master key is not available; another finding reports that. */
function signatureOf(operator: Call['operator']): string | null {
  const vault = vaultOf(operator);
  return vault && signUploadCheck(vault);
}

/** Returns null if the master key is not available; another finding reports that. */
function vaultOf(operator: Call['operator']): Vault | null {
  // Opening the vault would create a key.
  if (!existsSync(proofFileIn(operator.environment.dataFolder))) return null;
  try {
    return operator.vault();
  } catch {
    return null;
  }
}
