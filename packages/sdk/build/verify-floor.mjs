// Part of npm run verify: fails if a built file uses an unguarded feature that one of the oldest supported browsers lacks.
import { allowed } from './floor/allowed.mjs';
import { builtFiles } from './floor/built-files.mjs';
import { floorFaults } from './floor/check-floor.mjs';

const faults = floorFaults(await builtFiles(), allowed);
for (const fault of faults) console.error(fault);
if (faults.length > 0)
  console.error(
    'Write it so that Chromium 81, Firefox 79 and Safari 15 can do it, or guard it and say how in build/floor/allowed.mjs.',
  );
process.exitCode = faults.length === 0 ? 0 : 1;
