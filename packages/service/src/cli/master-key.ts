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
    'Re-encrypts all data keys with a new master key. The service may be running; with DATABASE_URL, all instances must be stopped.',
  operand: null,
  options: {
    'new-key-file': {
      value: 'file',
      about:
        'The file of the next key, created if it does not exist. Omit it if the key is master.key in the data folder: that file is replaced, and the previous key is kept beside it.',
    },
  },
  notes: `Until the rotation has ended, both keys open the data. If MASTER_KEY_FILE or MASTER_KEY names the key, give the service the next
key and restart it: it ends the rotation within the hour, and then the previous key no longer opens the data. If the command was
killed, run it again. With DATABASE_URL, stop all instances before it, and start all of them with the next key. Keep the previous
key as long as you keep backups that were written with it.`,
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
      throw new CommandError(
        `The folder ${dirname(newKeyFile)} does not exist. Create it, or use another one.`,
      );
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
      `${rotation.isResumed ? 'Resumed an interrupted rotation: ' : ''}${rotation.rewrapped} data keys are encrypted with the next master key${newKeyFile === null ? '' : `, ${newKeyFile}`}.`,
      rotation.hasEnded
        ? 'The previous key no longer opens this data. Keep it for backups that were written with it.'
        : 'Both keys open the data until the service runs with the next one: set MASTER_KEY_FILE or MASTER_KEY, and restart the service. It ends the rotation within the hour.',
    ];
    if (damaged.length > 0)
      lines.push(
        `! ${damaged.length} stored keys are damaged and were not changed. Data encrypted with them cannot be decrypted: ${damaged
          .slice(0, 5)
          .map(({ id }) => id)
          .join(', ')}${damaged.length > 5 ? ', …' : ''}. "doctor" lists all of them.`,
      );
    if (keyBefore !== null)
      lines.push(`The previous key is kept in ${keyBefore}: remove it once no backup needs it.`);
    if (newKeyFile === null) lines.push('Keep a copy of the new master.key elsewhere.');
    return {
      data: { ...rotation, newKeyFile },
      text: lines.join('\n'),
    };
  },
};
