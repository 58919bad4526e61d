import { InProcessService } from '../../testing/in-process-service.ts';
import { openInterleaved } from '../../testing/interleaved-database.ts';
import { describeRaces } from '../../testing/races.contract.ts';
import { seeded } from '../../testing/seeded.ts';

const noLimit = { perSecond: 1_000_000, burst: 1_000_000 };

describeRaces((seed) => InProcessService.open(noLimit, (folder) => openInterleaved(folder, seeded(seed))), 8);
