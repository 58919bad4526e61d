// npm run orchestration -- <command>: the operators' command line of the built service (`--help` lists the commands).
import { existsSync } from 'node:fs';

const entry = new URL('../packages/service/dist/bundled/cli.js', import.meta.url);
if (existsSync(entry)) {
  await import(entry.href);
} else {
  console.error('The service is not built yet: npm run build');
  process.exitCode = 1;
}
