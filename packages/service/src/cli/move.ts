import { join } from 'node:path';
import { systemElapsed } from '../clock.ts';
import { recordAct } from '../db/audit/audit-trail.ts';
import { databaseFile } from '../db/opening/open-database.ts';
import { peekMigrations } from '../db/opening/peek-migrations.ts';
import { noHistory } from '../db/opening/schema-history.ts';
import { refuseUnsupported } from '../db/opening/unsupported-data.ts';
import { viewMediaOf } from '../media/open-media.ts';
import { openBucketOf } from '../media/s3/media-bucket.ts';
import { type MovedInstallation, moveInstallation } from '../moving/move-installation.ts';
import type { MoveProgress } from '../moving/move-progress.ts';
import { readMasterKey } from '../secrets/master-key.ts';
import { openKeyRing, openVault, peekVault } from '../secrets/open-vault.ts';
import { type Environment, masterKeySourceOf } from '../settings/environment.ts';
import { SettingsError } from '../settings/setting-fault.ts';
import type { Call, Command } from './command.ts';
import { CommandError } from './command-error.ts';
import type { Operator } from './operator.ts';
import { verifyData } from './verify-data.ts';

export const moveCommand: Command = {
  name: 'move',
  summary:
    'Moves the data of a folder from SQLite to an empty PostgreSQL database, and its media to a bucket.',
  operand: null,
  options: {
    to: {
      value: 'url',
      required: true,
      about:
        'The URL of the database, as for DATABASE_URL. "-" reads it from standard input, because other users of this machine can see command lines.',
    },
    media: {
      value: 'url',
      about:
        'The bucket to move the media to, as for MEDIA_URL, with the key in MEDIA_ACCESS_KEY_ID and MEDIA_SECRET_ACCESS_KEY. Without it, the media stay where they are.',
    },
  },
  // Reads and reports the settings that the service will have after the move.
  reportsSettings: true,
  notes: `Stop the service first: the command locks the folder, and refuses one that is in use. It copies all rows, compares them value
by value, copies the encrypted media, and verifies the seals. If it is interrupted, run the same command again to continue, or start
the service as before: the data is in use in only one place. Afterwards service.db is renamed service.db.moved, the folder belongs to
the database, and the service does not start without DATABASE_URL. See "Move to PostgreSQL" in docs/operate.md.`,
  run: move,
};

async function move(call: Call) {
  const { operator } = call;
  const { dataFolder } = operator.environment;
  refuseUnsupported(dataFolder, peekMigrations(databaseFile(dataFolder)) ?? noHistory);
  const target = await targetOf(call);
  const url = target.databaseUrl ?? '';
  const vault = peekVault(masterKeySourceOf(target));
  let verified: Awaited<ReturnType<typeof verifyData>> | undefined;
  const moved = await moveInstallation({
    folder: dataFolder,
    url,
    vault,
    media: target.mediaBucket && {
      bucket: openBucketOf(target.mediaBucket),
      isSource: operator.environment.mediaBucket !== null,
    },
    now: operator.clock.now,
    elapsed: systemElapsed,
    stopped: call.stopped(),
    onProgress: (progress) => call.tell(progress, wordsOf(progress)),
    prepare: () => refuseRotation(target),
    async record(db, installation) {
      await recordAct(db, {
        actor: operator.actor,
        act: 'installation.move',
        at: operator.clock.now(),
        accountId: null,
        subject: { kind: 'database', id: installation },
        mode: null,
      });
    },
    verify: async (database) => {
      verified = await verifyData(database, operator, {
        // By now, everything in the folder has been copied to the bucket.
        media:
          operator.environment.mediaBucket === null ? viewMediaOf({ dataFolder, mediaBucket: null }) : null,
        renewsCheckpoint: false,
      });
    },
  });
  return answerOf(target, moved, verified);
}

/** Reads the settings that the service will have after the move. @throws {SettingsError} {CommandError} */
async function targetOf({ operator, must, text: textOf }: Call): Promise<Environment> {
  const { environment, settingsWith } = operator;
  if (environment.databaseUrl !== null)
    throw new CommandError(
      'DATABASE_URL is set: unset it for this command, which moves the data in service.db.',
    );
  const media = textOf('media');
  if (media !== undefined && environment.mediaBucket !== null)
    throw new CommandError('MEDIA_URL is set: the media are in a bucket, and stay there. Omit --media.');
  const address = must('to');
  const { environment: target, faults } = settingsWith({
    DATABASE_URL: address === '-' ? await readLine(operator) : address,
    ...(media !== undefined && { MEDIA_URL: media }),
    // Key file that the first start created.
    ...(environment.masterKey === undefined &&
      environment.masterKeyFile === null && { MASTER_KEY_FILE: join(environment.dataFolder, 'master.key') }),
  });
  if (faults.length > 0)
    throw new SettingsError(
      faults.map(({ setting, text }) => ({ setting, text: namedByOption(text, media) })),
    );
  return target;
}

function namedByOption(text: string, media: string | undefined): string {
  const named = text.replace(/^DATABASE_URL/, '--to');
  return media === undefined ? named : named.replace(/^MEDIA_URL/, '--media');
}

async function readLine({ input }: Operator): Promise<string> {
  let text = '';
  for await (const piece of input) text += String(piece);
  return text.trim();
}

/** Refuses to move during a rotation of the master key. Creates the proof of the key if there is none yet. */
function refuseRotation(target: Environment): void {
  const source = masterKeySourceOf(target);
  openVault(source);
  if (openKeyRing(target.dataFolder, readMasterKey(source)).isRotating)
    throw new CommandError(
      'A rotation of the master key is in progress. Complete it first: restart the service with the next key, and wait an hour.',
    );
}

const phases: Readonly<Record<MoveProgress['phase'], readonly [verb: string, noun: string]>> = {
  copy: ['Copied', 'rows'],
  index: ['Built', 'indexes'],
  compare: ['Compared', 'rows'],
  media: ['Copied', 'media'],
};

function wordsOf({ phase, done, total }: MoveProgress): string {
  const [verb, noun] = phases[phase];
  return `${verb} ${numberOf(done)}${total === null ? '' : ` of ${numberOf(total)}`} ${noun}.`;
}

function numberOf(count: number): string {
  return count.toLocaleString('en-US');
}

function answerOf(
  target: Environment,
  { installation, database, tables, media }: MovedInstallation,
  verified: Awaited<ReturnType<typeof verifyData>> | undefined,
) {
  const { dataFolder, masterKeyFile, mediaBucket } = target;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const lines = [`The data of ${dataFolder} is now in ${database}.`];
  if (tables.length > 0)
    lines.push(
      `${numberOf(rows)} rows of ${tables.length} tables were compared there value by value and are identical.`,
    );
  if (media)
    lines.push(
      `${numberOf(media.files)} media, ${(media.bytes / 1e6).toFixed(1)} MB, are identical in the bucket; ${numberOf(media.sent)} of them were uploaded by this run.`,
    );
  if (verified) lines.push(verified.text);
  if (verified?.isGood === false) lines.push('! This was already so before the move: see docs/audit.md.');
  lines.push(
    'Start the service with the same DATA_DIR, and',
    '  DATABASE_URL as passed to this command',
    masterKeyFile === null ? '  MASTER_KEY as before' : `  MASTER_KEY_FILE=${masterKeyFile}`,
    ...(mediaBucket === null ? [] : ['  MEDIA_URL and its key as passed to this command']),
    'service.db.moved (and media.moved, if media were copied) is the original data: remove it once the service has run and a backup is written.',
  );
  return {
    data: {
      folder: dataFolder,
      installation,
      database,
      rows,
      tables,
      media,
      seals: verified?.data ?? null,
    },
    text: lines.join('\n'),
    isGood: verified?.isGood ?? true,
  };
}
