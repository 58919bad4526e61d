import { describeAdministrationRaces } from '../../testing/administration.contract.ts';
import { InProcessService } from '../../testing/in-process-service.ts';
import { openInterleaved } from '../../testing/interleaved-database.ts';
import { isOnPostgres, openTestDatabase } from '../../testing/open-test-database.ts';
import { describeRaces } from '../../testing/races.contract.ts';
import { seeded } from '../../testing/seeded.ts';

const noLimit = { perSecond: 1_000_000, burst: 1_000_000 };

/** Runs of each race, one for each seed. Few on PostgreSQL, where each run needs a database of its own. */
const [seeds, administrationSeeds] = isOnPostgres ? [2, 2] : [8, 4];

const opener = (seed: number) =>
  isOnPostgres ? openTestDatabase : (folder: string) => openInterleaved(folder, seeded(seed));

describeRaces((seed) => InProcessService.open(noLimit, opener(seed)), seeds);
describeAdministrationRaces(opener, administrationSeeds);
