// Loaded into a measured command by --import: the last line of its stderr says what the process has used.
import { writeSync } from 'node:fs';

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  writeSync(2, `\n${user + system}`);
});
