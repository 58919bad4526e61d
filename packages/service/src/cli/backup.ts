import { resolve } from 'node:path';
import type { WrittenBackup } from '../backups/write-backup.ts';
import type { Command } from './command.ts';
import { CommandError } from './command-error.ts';

export const backupCommands: readonly Command[] = [
  {
    name: 'backup',
    summary: 'Writes a backup of the data folder into a new file, while the service runs or without it.',
    operand: 'archive',
    options: {},
    notes: `The archive (tar) holds the database, media, lists of people, lists of networks in the data folder, versions of the SDK
and the notes of settings, with a manifest that nobody can write without the master key. It does NOT hold:
  the master key       without it nothing can be opened: keep a copy elsewhere
  the list of purges   PURGE_JOURNAL: it must be newer than what is restored
Keep the archive as you keep the data: names of accounts, addresses and statuses are not encrypted in it. Where a process is
killed, <archive>.unfinished stays; the next backup removes it.`,
    async run({ operator, operand }) {
      // Refuses a folder without data, and one of somebody else.
      await operator.database();
      const { environment, clock } = operator;
      const { writeBackup } = await import('../backups/write-backup.ts');
      const target = resolve(operand);
      const written = await writeBackup({ environment, vault: operator.vault(), clock }, target).catch(
        (error: Error) => {
          throw new CommandError(error.message);
        },
      );
      return answerOf(target, written);
    },
  },
];

function answerOf(archive: string, { summary, files, bytes }: WrittenBackup) {
  const { counts, removed, missing, createdAt } = summary;
  const lines = [
    `${archive} holds the data as of ${createdAt}: ${counts.executions} executions, ${files} files, ${(bytes / 1e6).toFixed(1)} MB.`,
    'The master key and the list of purges are not in it: keep both elsewhere.',
  ];
  if (removed.length > 0)
    lines.push(`${removed.length} media were purged or replaced while it was written, and are not in it.`);
  if (missing.length > 0)
    lines.push(
      `! ${missing.length} media are missing in the data folder itself: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ', …' : ''}`,
    );
  return {
    data: { archive, createdAt, counts, files, bytes, removed: removed.length, missing },
    text: lines.join('\n'),
    isGood: missing.length === 0,
  };
}
