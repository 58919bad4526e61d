// Kills a restore before it moves a file or folder into place, when loaded by --import: before the third if KILL_AT_MOVE is 3.
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { basename, dirname } from 'node:path';

const { rename } = promises;
let moves = 0;

promises.rename = async (from, to) => {
  if (basename(dirname(from)) === '.restoring') moves += 1;
  if (moves === Number(process.env.KILL_AT_MOVE)) process.kill(process.pid, 'SIGKILL');
  await rename(from, to);
};
syncBuiltinESMExports();
