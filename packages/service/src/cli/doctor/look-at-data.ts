import type { ApiKeyEntry } from '../../accounts/api-key.ts';
import { listAccounts, listApiKeys } from '../../db/accounts/accounts.ts';
import { listWorkflows } from '../../db/accounts/workflow-library.ts';
import { isPostgres } from '../../db/dialect.ts';
import { migrations } from '../../db/migrations/index.ts';
import { postgresMigrations } from '../../db/migrations/postgres-migrations.ts';
import { newerThan, pendingOf, readHistory, type SchemaHistory } from '../../db/opening/schema-history.ts';
import { findUnsupported } from '../../db/opening/unsupported-data.ts';
import { listEndpoints } from '../../db/webhooks/webhook-endpoints.ts';
import type { Environment } from '../../settings/environment.ts';
import { counted } from '../counted.ts';
import { minuteOf } from '../table.ts';
import { type Finding, fail, ok, warn } from './finding.ts';
import type { View } from './view.ts';

const migrationCheck = 'migrations';

/**
 * Maximum time before the expiry of the last key of an account from which on operators are warned: two weeks, in ms. Keys of a
 * short lifetime are warned of in its last quarter.
 */
const maxWarningMs = 14 * 24 * 3_600_000;
const warningShare = 1 / 4;

/** Reports data that this version cannot use. @returns null if it can. */
export function lookAtVersion(dataFolder: string, history: SchemaHistory): Finding | null {
  const unsupported = findUnsupported(dataFolder, history);
  return unsupported && fail(migrationCheck, unsupported.cause, unsupported.remedy);
}

/** Checks whether the database schema is that of this version. */
export async function lookAtMigrations(
  { reader }: View,
  { dataFolder }: Environment,
  isRunning: boolean,
): Promise<Finding> {
  const history = await readHistory(reader);
  // On PostgreSQL, the version was checked before opening the database.
  const unsupported = isPostgres(reader) ? null : lookAtVersion(dataFolder, history);
  if (unsupported) return unsupported;
  const check = migrationCheck;
  const known = isPostgres(reader) ? postgresMigrations : migrations;
  const pending = pendingOf(known, history.done);
  if (pending.length === 0) {
    const newer = newerThan(known, history.done);
    if (newer.length === 0) return ok(check, 'all carried out');
    return ok(
      check,
      `all carried out, and those of a newer version that this one may go on after: ${newer.join(', ')}`,
    );
  }
  const says = `${pending.length} pending: ${pending.join(', ')}.`;
  if (isPostgres(reader)) return fail(check, says, 'orchestration migrate');
  return isRunning
    ? fail(check, says, 'The running service is of an older version. Restart it.')
    : warn(check, says, 'The next start runs them, and keeps a copy of the earlier database.');
}

/** Checks whether there is an account with a key and a workflow, and an endpoint for results. */
export async function lookAtAccounts(
  { reader }: View,
  { isDevelopment }: Environment,
  now: number,
): Promise<Finding[]> {
  const accounts = await listAccounts(reader);
  if (accounts.length === 0) {
    return [fail('accounts', 'There is none.', 'orchestration account create --name …')];
  }
  const keys = (await listApiKeys(reader)).filter(
    ({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt === null || expiresAt > now),
  );
  const workflows = (await listWorkflows(reader)).filter(({ active }) => active);
  const endpoints = await listEndpoints(reader);
  const without = (all: readonly { accountId: string }[]) =>
    accounts
      .filter(({ id }) => !all.some(({ accountId }) => accountId === id))
      .map(({ name }) => `"${name}"`);
  const named = (names: readonly string[]) =>
    names.slice(0, 5).join(', ') + (names.length > 5 ? ' and others' : '');
  const findings = [
    ok('accounts', `${accounts.length}, with ${keys.length} keys and ${workflows.length} active workflows`),
  ];
  const kind = isDevelopment ? 'key for executions' : 'live key for executions';
  const startKeys = keys.filter(
    ({ mode, purpose }) => purpose === 'executions' && (isDevelopment || mode === 'live'),
  );
  const keyless = without(startKeys);
  if (keyless.length > 0) {
    findings.push(
      warn('keys', `There is no ${kind} of ${named(keyless)}.`, 'orchestration key create --account …'),
    );
  }
  const expiringSoon = accounts.flatMap(({ id, name }) => {
    const expiry = lastExpiry(startKeys.filter(({ accountId }) => accountId === id));
    return expiry && now >= expiry.warnAt ? `"${name}" (${minuteOf(expiry.expiresAt)})` : [];
  });
  if (expiringSoon.length > 0) {
    findings.push(
      warn(
        'keys',
        `The last ${kind} of ${named(expiringSoon)} expires soon.`,
        'Give the backend a new key before: orchestration key rotate … (ids: key list)',
      ),
    );
  }
  const idle = without(workflows);
  if (idle.length > 0) {
    findings.push(
      warn(
        'workflows',
        `No active workflow of ${named(idle)}.`,
        'orchestration workflow import … --account …',
      ),
    );
  }
  const untold = without(endpoints);
  if (untold.length > 0) {
    findings.push(
      warn(
        'webhooks',
        `No webhook endpoint gets the results of ${named(untold)}.`,
        'orchestration webhook add --account …',
      ),
    );
  }
  return findings;
}

/** Returns when the last of some keys expires, and when to warn of it; null if one never expires, or there is none. */
function lastExpiry(
  keys: readonly Pick<ApiKeyEntry, 'createdAt' | 'expiresAt'>[],
): { expiresAt: number; warnAt: number } | null {
  let last: { expiresAt: number; warnAt: number } | null = null;
  for (const { createdAt, expiresAt } of keys) {
    if (expiresAt === null) return null;
    if (last !== null && expiresAt <= last.expiresAt) continue;
    last = {
      expiresAt,
      warnAt: expiresAt - Math.min(maxWarningMs, (expiresAt - createdAt) * warningShare),
    };
  }
  return last;
}

/** Checks whether events reach their endpoints. */
export async function lookAtEndpoints({ reader }: View): Promise<Finding[]> {
  const endpoints = await listEndpoints(reader);
  const findings = endpoints.flatMap(
    ({ id, url, disabledReason, held, undelivered, failingSince }): Finding[] => {
      const { host } = new URL(url);
      const remedy = `Fix the receiver, then: orchestration webhook resume ${id}`;
      if (disabledReason !== null) {
        return [
          fail(
            'deliveries',
            `${host} is disabled (${disabledReason}); ${counted(held)} events wait for it.`,
            remedy,
          ),
        ];
      }
      if (undelivered > 0) {
        return [
          warn(
            'deliveries',
            `${counted(undelivered)} events to ${host} were given up.`,
            `Fix the receiver, then, within 30 days: orchestration webhook replay ${id}`,
          ),
        ];
      }
      if (failingSince === null) return [];
      const since = new Date(failingSince).toISOString();
      return [
        warn(
          'deliveries',
          `Nothing reaches ${host} since ${since}.`,
          'Check the receiver. Deliveries are retried.',
        ),
      ];
    },
  );
  return findings.length > 0 ? findings : [ok('deliveries', 'No endpoint fails.')];
}
