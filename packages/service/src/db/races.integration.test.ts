import { InProcessService } from '../../testing/in-process-service.ts';
import { openInterleaved } from '../../testing/interleaved-database.ts';
import { isOnPostgres, openTestDatabase } from '../../testing/open-test-database.ts';
import { describeRaces } from '../../testing/races.contract.ts';
import { seeded } from '../../testing/seeded.ts';

const noLimit = { perSecond: 1_000_000, burst: 1_000_000 };

describeRaces(
  (seed) => {
    const interleaved = (folder: string) => openInterleaved(folder, seeded(seed));
    return InProcessService.open(noLimit, isOnPostgres ? openTestDatabase : interleaved);
    // On PostgreSQL a database is made for each.
  },
  isOnPostgres ? 2 : 8,
);
