#!/usr/bin/env node
import { systemClock } from '../clock.ts';
import { runCommand } from './run-command.ts';

// Keeps files written here unreadable to other users.
process.umask(0o077);

// Without `process.exit()`, because output may still be on its way into a pipe.
process.exitCode = await runCommand(process.argv.slice(2), {
  variables: process.env,
  clock: systemClock,
  input: process.stdin,
  say: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text),
  stopped() {
    const stop = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort());
    return stop.signal;
  },
});
