// Loaded into a measured command by --import: writes the CPU time of the process, in µs, as the last line of stderr.
import { writeSync } from 'node:fs';

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  writeSync(2, `\n${user + system}`);
});
