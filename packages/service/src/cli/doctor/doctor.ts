import { existsSync } from 'node:fs';
import { databaseFile, viewDatabase } from '../../db/open-database.ts';
import { peekMigrations } from '../../db/peek-migrations.ts';
import { signUploadCheck } from '../../media/upload-check.ts';
import type { ResolveName } from '../../outgoing/resolve-name.ts';
import { findListenFault } from '../../usable-settings.ts';
import type { Call, Command } from '../command.ts';
import { type Finding, fail, ok } from './finding.ts';
import { lookAtClock, lookAtClockTrust } from './look-at-clock.ts';
import { lookAtAccounts, lookAtEndpoints, lookAtMigrations, lookAtVersion } from './look-at-data.ts';
import { lookAtFolder } from './look-at-folder.ts';
import { lookAtJobs } from './look-at-jobs.ts';
import { lookAtLists } from './look-at-lists.ts';
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
  summary: 'Looks at folder, settings, service, data and jobs, and says what to do. It changes nothing.',
  operand: null,
  options: {},
  isReadOnly: true,
  reportsSettings: true,
  notes: 'It ends with 1 when something fails; a warning (!) alone ends with 0.',
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
  const { environment, clock, resolve } = operator;
  const { dataFolder } = environment;
  const version = ok('Node.js', process.version);
  // Another folder than the one that is meant would be looked at.
  if (operator.settings.faults.some(({ setting }) => setting === 'DATA_DIR'))
    return [version, ...lookAtVariables(operator)];
  const isRunning = isServed(dataFolder);
  const variables = [
    ...lookAtVariables(operator),
    ...(await lookAtPlaces(environment, isRunning ? null : (operator.findListenFault ?? findListenFault))),
  ];
  const settings = variables.length > 0 ? variables : [ok('variables', 'All of them can be used.')];
  const folder = lookAtFolder(dataFolder);
  const before = [version, ...settings, ...folder];
  if (folder.some(({ check, state }) => check === 'data folder' && state === 'fail')) return before;
  const service = await lookAtService(environment, isRunning, clock);
  const uploads = await lookAtUploads(environment, isRunning, isRunning ? signatureOf(operator) : null);
  const proxies = lookAtProxies(environment, clock.now());
  const ways = await lookAtWebhookPath(environment, clock.now());
  const findings = [
    ...before,
    ...(await lookAtSettings(environment)),
    ...proxies,
    ...ways,
    ...service,
    ...uploads,
  ];
  if (!existsSync(databaseFile(dataFolder))) {
    return [...findings, fail('database', 'There is none yet.', 'orchestration account create --name …')];
  }
  // Before the database is opened: a folder of another version is left without a trace.
  const unsupported = lookAtVersion(dataFolder, peekMigrations(databaseFile(dataFolder)) ?? []);
  if (unsupported) return [...findings, unsupported];
  const database = await viewDatabase(dataFolder);
  try {
    return [...findings, ...(await lookInto(database, environment, isRunning, clock.now(), resolve))];
  } finally {
    await database.close();
  }
}

async function lookInto(
  database: View,
  environment: Call['operator']['environment'],
  isRunning: boolean,
  now: number,
  resolve: ResolveName,
): Promise<Finding[]> {
  const migrations = await lookAtMigrations(database, environment, isRunning);
  // What the queries below ask for may not be there yet.
  if (migrations.state !== 'ok') return [migrations];
  return [
    migrations,
    ...(await lookAtAccounts(database, environment)),
    ...(await lookAtEndpoints(database)),
    ...(await lookAtReceivers(database, environment, resolve)),
    ...(await lookAtLists(database, environment, now, resolve)),
    ...(await lookAtJobs(database, isRunning, now)),
    ...(await lookAtPurges(database, now)),
    await lookAtClock(database, now),
    await lookAtClockTrust(database, isRunning, now),
  ];
}

function lineOf({ state, check, finding, remedy }: Finding): string {
  return `${marks[state]} ${check}: ${finding}${remedy === undefined ? '' : `\n    → ${remedy}`}`;
}

/** Null when the master key is not at hand, of which another finding tells. */
function signatureOf(operator: Call['operator']): string | null {
  try {
    return signUploadCheck(operator.vault());
  } catch {
    return null;
  }
}
