import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BackupSummary } from '../backups/manifest.ts';
import type { RestoredBackup } from '../backups/restore-backup.ts';
import type { VerifiedBackup } from '../backups/verify-backup.ts';
import type { WrittenBackup } from '../backups/write-backup.ts';
import { isDataBegun } from '../db/opening/open-data.ts';
import { openBucketOf } from '../media/s3/media-bucket.ts';
import { readMasterKey } from '../secrets/master-key.ts';
import { masterKeySourceOf } from '../settings/environment.ts';
import { noteVerifiedBackup } from '../settings/noted-backup.ts';
import type { Command } from './command.ts';
import { CommandError } from './command-error.ts';
import { findFolderRight } from './data-owner.ts';
import type { Operator } from './operator.ts';
import { recordCommand } from './record-command.ts';

export const backupCommands: readonly Command[] = [
  {
    // Before "backup", because "backup" is its prefix.
    name: 'backup verify',
    isReadOnly: true,
    summary: 'Restores a backup into a temporary folder and checks that it is complete and can be opened.',
    operand: 'archive',
    options: {
      scratch: {
        value: 'folder',
        about:
          'Where to create the temporary folder; it needs as much free space as the archive. TMPDIR by default.',
      },
    },
    notes: `It needs the master key that the backup was written with: MASTER_KEY_FILE, MASTER_KEY, or master.key in the data
folder. It checks the manifest, every digest, the database and its migrations, and opens the data of up to 200
executions, all endpoint secrets and the media of these executions. If the owner of the data folder runs it, it records there that
the backup was verified, for the metrics of the service; it changes nothing else.`,
    async run({ operator, operand, text }) {
      const archive = resolve(operand);
      const { verifyBackup } = await import('../backups/verify-backup.ts');
      const masterKey = readMasterKey(masterKeySourceOf(operator.environment));
      const scratch = text('scratch');
      const verified = await verifyBackup(
        archive,
        masterKey,
        scratch === undefined ? undefined : resolve(scratch),
      );
      if (verified.summary.missing.length === 0)
        noteVerified(operator, Date.parse(verified.summary.createdAt));
      return verifiedAnswer(archive, verified);
    },
  },
  {
    name: 'backup',
    summary: 'Writes a backup of the data folder to a new file. The service may be running.',
    operand: 'archive',
    options: {},
    notes: `The archive (tar) holds the database, media, lists of people, lists of networks in the data folder, versions of the SDK
and the stored settings, with a manifest that is authenticated with the master key. It does NOT hold:
  the master key       nothing can be decrypted without it: keep a copy elsewhere
  the list of purges   PURGE_JOURNAL: it must be newer than the data that is restored
  media in a bucket    MEDIA_URL: copy the bucket after the archive is written
Protect the archive like the data: names of accounts, addresses and statuses are not encrypted in it. If the command is
killed, it leaves <archive>.unfinished, which the next backup removes.`,
    async run({ operator, operand }) {
      refusePostgres(operator, 'pg_dump of the database first, then a copy of the folder');
      // Opened to refuse a folder without data, and a folder of another user.
      await operator.database();
      const { environment, clock } = operator;
      const { mediaBucket } = environment;
      const { writeBackup } = await import('../backups/write-backup.ts');
      const target = resolve(operand);
      const record = (createdAt: string) =>
        recordCommand(operator, {
          act: 'backup.write',
          subject: { kind: 'backup', id: createdAt },
          changes: { archive: target },
        });
      return answerOf(
        target,
        await writeBackup(
          {
            environment,
            mediaIn: mediaBucket && openBucketOf(mediaBucket).address,
            vault: operator.vault(),
            clock,
            record,
          },
          target,
        ),
      );
    },
  },
  {
    name: 'restore',
    summary: 'Restores a backup into the data folder, which must be empty or missing.',
    operand: 'archive',
    options: {
      held: {
        value: null,
        about: 'Holds all webhooks until "webhook release", so that a copy sends nothing to real receivers.',
      },
    },
    notes: `Set the folder with --data or DATA_DIR. It may contain only master.key and previous keys, purges.log and lost+found; without
master.key, set MASTER_KEY_FILE or MASTER_KEY. The key must be the one that the backup was written with. PURGE_JOURNAL must name the
list of purges of the original: the first start repeats all purges made after the backup. If the restore fails, the folder is unchanged.`,
    async run({ operator, operand, flag }) {
      refusePostgres(operator, 'pg_restore into an empty database, and the copy of the folder');
      const { environment, clock } = operator;
      const archive = resolve(operand);
      const { restoreBackup } = await import('../backups/restore-backup.ts');
      const restored = await restoreBackup(archive, {
        folder: environment.dataFolder,
        readMasterKey: () => readMasterKey(masterKeySourceOf(environment)),
        holdsWebhooks: flag('held'),
        actor: operator.actor,
        now: clock.now(),
      });
      return restoredAnswer(archive, operator, flag('held'), restored);
    },
  },
];

/** @throws {CommandError} if the data is in PostgreSQL, because an archive would contain only half of it. */
function refusePostgres({ environment }: Operator, instead: string): void {
  if (environment.databaseUrl === null) return;
  throw new CommandError(
    `DATABASE_URL is set, so an archive would lack the database. Use ${instead} ${environment.dataFolder}: docs/backup.md#with-postgresql.`,
  );
}

const rotationLine =
  'A rotation of the master key is in progress: both the previous and the next key open the archive. Keep both until it has ended and a newer backup is verified.';

/** Warns about lists of networks that are missing from the archive; returns no lines if it has all. */
function leftOutLines({ leftOut = [] }: BackupSummary): string[] {
  if (leftOut.length === 0) return [];
  return [
    `! Lists of networks in the data folder are not in the archive: ${leftOut.slice(0, 5).join(', ')}${leftOut.length > 5 ? ', …' : ''}. Write backups with the same IP_COUNTRY_DB, IP_ASN_DB and IP_ANONYMOUS_DB as the service, and let the names of lists end in .mmdb and have only letters A to Z, digits, spaces and . _ - + @.`,
  ];
}

/**
 * Tells where the media are if the archive does not contain them; returns no lines if it does.
 *
 * @param then - what to do about it.
 */
function bucketLines({ mediaIn }: BackupSummary, then: string): string[] {
  return mediaIn === undefined
    ? []
    : [`The archive does not contain the media: they are in ${mediaIn}. ${then}`];
}

/** Notes the backup in the data folder, for the metrics of the service. Does nothing for a user who does not own the data. */
function noteVerified({ environment, clock, user }: Operator, createdAt: number): void {
  const { dataFolder } = environment;
  if (!isDataBegun(environment) || findFolderRight(dataFolder, user)?.isGranted === false) return;
  try {
    noteVerifiedBackup(dataFolder, { createdAt, verifiedAt: clock.now() });
  } catch {
    // The backup is complete even without the note.
  }
}

function restoredAnswer(
  archive: string,
  { environment, user }: Pick<Operator, 'environment' | 'user'>,
  isHeld: boolean,
  { summary, files, pending, isRotationOpen, isRecorded }: RestoredBackup,
) {
  const { dataFolder, purgeJournal, masterKey, masterKeyFile } = environment;
  const { createdAt, counts, removed, missing, leftOut = [], mediaIn = null } = summary;
  const lines = [
    `${dataFolder} holds the data as of ${createdAt}: ${counts.executions} executions, ${files} files.`,
  ];
  if (masterKey === undefined && masterKeyFile === null)
    lines.push('Its master key is master.key in the folder.');
  else lines.push('The service needs the same master key: MASTER_KEY_FILE or MASTER_KEY.');
  if (isRotationOpen)
    lines.push(
      'A rotation of the master key is in progress: both the previous and the next key open the data. Complete it: orchestration master-key rotate',
    );
  const hasJournal = environment.mediaBucket !== null || existsSync(purgeJournal);
  if (!hasJournal)
    lines.push(
      `! There is no list of purges at ${purgeJournal}, so data purged since the backup is back. Put the list there before the first start, or set PURGE_JOURNAL.`,
    );
  if (user === 0)
    lines.push(
      `All files belong to root. If the service runs as another user, change the owner before it starts: chown -R <user> ${dataFolder}`,
    );
  lines.push(...leftOutLines(summary));
  if (mediaIn !== null)
    lines.push(
      environment.mediaBucket === null
        ? `! Its media are in ${mediaIn}: set MEDIA_URL before the first start.`
        : `Its media are in ${mediaIn}.`,
    );
  if (isHeld) lines.push('Webhooks are held: nothing is sent before "orchestration webhook release".');
  else lines.push('The next start sends webhooks that are due. For a drill, restore with --held.');
  if (pending.length > 0) lines.push(`The next start migrates it: ${pending.join(', ')}.`);
  if (!isRecorded)
    lines.push(
      '! The data is older than the audit trail, so this restore could not be recorded. Record it elsewhere.',
    );
  return {
    data: {
      archive,
      folder: dataFolder,
      createdAt,
      counts,
      files,
      pending,
      isRotationOpen,
      isRecorded,
      held: isHeld,
      hasPurgeJournal: hasJournal,
      removed: removed.length,
      missing,
      leftOut,
      mediaIn,
    },
    text: lines.join('\n'),
  };
}

function answerOf(archive: string, { summary, files, bytes, isRotationOpen }: WrittenBackup) {
  const { counts, removed, missing, createdAt, leftOut = [], mediaIn = null } = summary;
  const lines = [
    `${archive} holds the data as of ${createdAt}: ${counts.executions} executions, ${files} files, ${(bytes / 1e6).toFixed(1)} MB.`,
    'It does not contain the master key and the list of purges: keep both elsewhere.',
  ];
  if (isRotationOpen) lines.push(rotationLine);
  lines.push(...bucketLines(summary, 'Copy the bucket after this backup.'), ...leftOutLines(summary));
  if (removed.length > 0)
    lines.push(
      `${removed.length} media were purged or replaced while the backup was written, and are not in it.`,
    );
  if (missing.length > 0)
    lines.push(
      `! ${missing.length} media are missing from the data folder: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ', …' : ''}`,
    );
  return {
    data: {
      archive,
      createdAt,
      counts,
      files,
      bytes,
      removed: removed.length,
      missing,
      leftOut,
      mediaIn,
      isRotationOpen,
    },
    text: lines.join('\n'),
    isGood: missing.length === 0,
  };
}

function verifiedAnswer(
  archive: string,
  { summary, files, opened, pending, isRotationOpen }: VerifiedBackup,
) {
  const { createdAt, version, counts, removed, missing, leftOut = [], mediaIn = null } = summary;
  const lines = [
    `${archive} is complete: the data as of ${createdAt}, written by version ${version}.`,
    `${files} files match their digests, and the database is intact. Decrypted with the master key: ${opened.executions} of ${counts.executions} executions, ${opened.media} media, ${opened.endpoints} endpoint secrets.`,
  ];
  if (isRotationOpen) lines.push(rotationLine);
  if (pending.length > 0) lines.push(`The next start after a restore migrates it: ${pending.join(', ')}.`);
  lines.push(...bucketLines(summary, 'They were not verified.'), ...leftOutLines(summary));
  if (missing.length > 0)
    lines.push(`! ${missing.length} media were missing from the data folder when the backup was written.`);
  return {
    data: {
      archive,
      createdAt,
      version,
      counts,
      files,
      opened,
      pending,
      removed: removed.length,
      missing,
      leftOut,
      mediaIn,
      isRotationOpen,
    },
    text: lines.join('\n'),
    isGood: missing.length === 0,
  };
}
