import type { RecordRead } from '../audit/record-read.ts';
import type { ElapsedMs, SessionClock } from '../clock.ts';
import type { CardReader } from '../evaluations/card-reader.ts';
import type { PictureCleaner } from '../evaluations/evaluator.ts';
import type { JobQueue } from '../jobs/job.ts';
import type { MediaLinks } from '../media/media-links.ts';
import type { MediaStore } from '../media/media-store.ts';
import type { NetworkLists } from '../networks/network-lists.ts';
import type { Registers } from '../registers/registers.ts';
import type { Vault } from '../secrets/vault.ts';
import type { Watchlists } from '../watchlists/watchlist.ts';
import type { ExecutionStore } from './execution-store.ts';
import type { StateWatch } from './session/state-watch.ts';

/** Services through which the use cases access stores, clocks, jobs and other parts of the service. */
export interface ExecutionServices {
  readonly store: ExecutionStore;
  readonly vault: Vault;
  readonly media: MediaStore;
  readonly mediaLinks: MediaLinks;
  readonly pictures: PictureCleaner;
  readonly cards: CardReader;
  readonly networks: NetworkLists;
  readonly registers: Registers;
  readonly watchlists: Watchlists;
  readonly clock: SessionClock;
  /** Monotonic clock that measures how long uploads take. */
  readonly elapsed: ElapsedMs;
  readonly jobs: JobQueue;
  readonly watch: StateWatch;
  /** Records that personal data was read. */
  readonly recordRead: RecordRead;
}
