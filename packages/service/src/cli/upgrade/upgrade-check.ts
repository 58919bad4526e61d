import { existsSync } from 'node:fs';
import { type ListedInstance, listInstances } from '../../db/instances/list-instances.ts';
import { databaseFile, findDataElsewhere, findUnfinishedRestore } from '../../db/opening/open-database.ts';
import { peekMigrations } from '../../db/opening/peek-migrations.ts';
import { findPostgresFault } from '../../db/opening/postgres/find-postgres-fault.ts';
import { connectToPostgres, nameOfDatabase } from '../../db/opening/postgres/postgres-pool.ts';
import { readHistory, type SchemaHistory } from '../../db/opening/schema-history.ts';
import { serviceVersion } from '../../service-version.ts';
import type { Environment } from '../../settings/environment.ts';
import type { Answer, Command } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { planUpgrade, type UpgradePlan } from './upgrade-plan.ts';

export const upgradeCheckCommand: Command = {
  name: 'upgrade check',
  summary:
    'Checks whether the database can be upgraded to this version while instances run. It changes nothing.',
  operand: null,
  options: {},
  isReadOnly: true,
  notes: `Run the command of the version to come, with the settings of the service. It ends with 0 when instances can be replaced one by
one or nothing is to be migrated, with 1 when all of them must be stopped first or this version cannot use the database.`,
  async run({ operator: { environment } }) {
    const { history, instances } = await look(environment);
    const plan = planUpgrade({
      isPostgres: environment.databaseUrl !== null,
      hasBucket: environment.mediaBucket !== null,
      history,
      running: instances.map(({ version }) => version),
    });
    return answerOf(environment, plan, instances);
  },
};

interface Seen {
  readonly history: SchemaHistory;
  readonly instances: readonly ListedInstance[];
}

async function look({ dataFolder, databaseUrl }: Environment): Promise<Seen> {
  if (databaseUrl !== null) return lookAtPostgres(databaseUrl);
  const file = databaseFile(dataFolder);
  const unusable = findUnfinishedRestore(dataFolder) ?? findDataElsewhere(dataFolder);
  if (unusable) throw new CommandError(`${unusable.cause} ${unusable.remedy}`);
  if (!existsSync(file))
    throw new CommandError(`There is no data in ${dataFolder}. Name its folder with --data or DATA_DIR.`);
  const history = peekMigrations(file);
  if (history === null)
    throw new CommandError(
      `${file} cannot be read. Run this command as its owner, or see: orchestration doctor`,
    );
  return { history, instances: [] };
}

async function lookAtPostgres(url: string): Promise<Seen> {
  const db = connectToPostgres(url);
  try {
    const history = await readHistory(db).catch(() => null);
    if (history === null) {
      const fault = await findPostgresFault(db, url);
      throw new CommandError(
        fault ? `${fault.cause} ${fault.remedy}` : `${nameOfDatabase(url)} cannot be read.`,
      );
    }
    const hasInstances = history.done.includes('0023-instances');
    const instances = hasInstances ? await listInstances(db) : [];
    return { history, instances: instances.filter(({ isGone }) => !isGone) };
  } finally {
    await db.destroy();
  }
}

const wayWords: Record<UpgradePlan['way'], string> = {
  none: 'nothing to migrate',
  rolling: 'rolling: instances may be replaced one by one',
  stop: 'stop: all instances must be stopped first',
  refused: 'refused: this version cannot use the database',
};

function answerOf(
  { databaseUrl, dataFolder }: Environment,
  plan: UpgradePlan,
  instances: readonly ListedInstance[],
): Answer {
  const version = serviceVersion();
  const listed = instances.map(({ id, version: runs, startedAt }) => ({
    id,
    version: runs,
    startedAt: new Date(startedAt).toISOString(),
  }));
  const pending = plan.pending.map(({ name, phase }) => `${name} (${phase})`).join(', ');
  const lines = [
    `Upgrade:   ${wayWords[plan.way]}`,
    `Version:   ${version}`,
    `Database:  ${databaseUrl === null ? databaseFile(dataFolder) : nameOfDatabase(databaseUrl).replace(/^The database /, '')}`,
    `Schema:    ${plan.schema ?? 'empty'}`,
    `Pending:   ${pending || 'none'}`,
    ...(plan.newer.length > 0 ? [`Newer:     ${plan.newer.join(', ')}`] : []),
    ...(databaseUrl === null ? [] : [`Instances: ${listed.length === 0 ? 'none' : ''}`.trimEnd()]),
    ...listed.map(
      ({ id, version: runs, startedAt }) => `  ${id}  ${runs ?? 'unknown version'}, since ${startedAt}`,
    ),
    plan.remedy,
  ];
  return {
    data: { version, ...plan, instances: listed },
    text: lines.join('\n'),
    isGood: plan.way === 'none' || plan.way === 'rolling',
  };
}
