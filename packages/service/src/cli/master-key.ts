import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { keyProofOf } from '../rotation/key-proof-of.ts';
import { rotateMasterKey } from '../rotation/rotate-master-key.ts';
import { masterKeySourceOf } from '../settings/environment.ts';
import type { Command } from './command.ts';
import { CommandError, UsageError } from './command-error.ts';
import { recordCommand } from './record-command.ts';

export const masterKeyCommand: Command = {
  name: 'master-key rotate',
  summary:
    'Puts all data under a new master key, whether the service runs or not; with DATABASE_URL while all instances are stopped.',
  operand: null,
  options: {
    'new-key-file': {
      value: 'file',
      about:
        'The file of the next key, made where it is missing. Left out where the key is master.key in the data folder, which is replaced; the key before is kept beside it.',
    },
  },
  notes: `While it runs, and until the settings have the next key, either key opens the data. Where MASTER_KEY_FILE or MASTER_KEY names
the key: give the service the next key, and restart it. It ends the rotation within the hour, and then the key before opens
nothing. Run the command again where it was killed. With DATABASE_URL it begins while all instances
are stopped; start all of them with the next key. Keep the key before as long as backups that were written under it.`,
  async run({ operator, text }) {
    const { environment } = operator;
    const database = await operator.database();
    const source = masterKeySourceOf(environment);
    const isInFolder = source.text === undefined && !source.file;
    const file = text('new-key-file');
    if (file === undefined && !isInFolder)
      throw new UsageError(
        '"master-key rotate" needs --new-key-file, because a setting names the master key.',
      );
    const newKeyFile = file === undefined ? null : resolve(file);
    if (newKeyFile !== null && !existsSync(dirname(newKeyFile)))
      throw new CommandError(`There is no folder ${dirname(newKeyFile)}. Make it, or name another.`);
    const rotation = await rotateMasterKey({
      database,
      proof: keyProofOf(environment, database.main),
      source,
      nextFile: newKeyFile,
      now: operator.clock.now(),
      record: ({ act, keyId, isResumed }) =>
        recordCommand(operator, {
          act,
          subject: { kind: 'master-key', id: keyId },
          ...(isResumed && { changes: { isResumed } }),
        }),
    });
    const { keyBefore, damaged } = rotation;
    const lines = [
      `${rotation.isResumed ? 'A rotation that had begun went on: ' : ''}${rotation.rewrapped} data keys are under the next master key${newKeyFile === null ? '' : `, ${newKeyFile}`}.`,
      rotation.hasEnded
        ? 'The key before opens nothing of this data any more. Keep it for backups that were written under it.'
        : 'Both keys open the data until the service runs with the next one: set MASTER_KEY_FILE or MASTER_KEY, and restart it. It ends the rotation within the hour.',
    ];
    if (damaged.length > 0)
      lines.push(
        `! ${damaged.length} stored keys are damaged, and were left as they are. What they sealed cannot be opened: ${damaged
          .slice(0, 5)
          .map(({ id }) => id)
          .join(', ')}${damaged.length > 5 ? ', …' : ''}. "doctor" names all of them.`,
      );
    if (keyBefore !== null)
      lines.push(`The key before is kept in ${keyBefore}: remove it once no backup needs it.`);
    if (newKeyFile === null) lines.push('Keep a copy of the new master.key elsewhere.');
    return {
      data: { ...rotation, newKeyFile },
      text: lines.join('\n'),
    };
  },
};
