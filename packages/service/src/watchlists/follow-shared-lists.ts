import type { BundleStore } from '../bundles/bundle-store.ts';
import type { Logger } from '../logging/logger.ts';
import { watchlistIds } from './list-folder.ts';
import { removeUnfinishedLists, syncSharedLists } from './share-lists.ts';

/** Interval of checks for shared lists: every instance applies an import within it. */
const intervalMs = 60_000;

/** Thrown if a new instance lacks a shared list, since it would approve the people on it. */
export class MissingListError extends Error {
  override readonly name = 'MissingListError';
}

/**
 * Updates the lists of a folder to the shared ones, now and every minute. A later failure is logged, and checks continue with the
 * folder's lists.
 *
 * @throws {BucketError} if the first check fails.
 * @throws {MissingListError} if somebody else changed a list in the bucket, and the folder has no version of it.
 */
export async function followSharedLists(
  folder: string,
  bundles: BundleStore,
  logger: Logger,
): Promise<{ stop(): Promise<void> }> {
  let lastReported = '';
  /** Reports a fault once, not every minute. */
  const reportOnce = (fault: string, report: () => void) => {
    if (fault !== lastReported) report();
    lastReported = fault;
  };
  const take = async () => {
    const { taken, removed, broken } = await syncSharedLists(folder, bundles);
    if (taken.length > 0)
      logger.info('Lists of people were loaded from the bucket.', { lists: taken.join(', ') });
    if (removed.length > 0)
      logger.info('Lists of people were removed, as in the bucket.', { lists: removed.join(', ') });
    const lists = broken.join(', ');
    reportOnce(lists, () => {
      if (lists !== '')
        logger.error('Lists of people in the bucket were changed by somebody else.', { lists });
    });
    return broken;
  };
  await removeUnfinishedLists(folder);
  const broken = await take();
  const own = await watchlistIds(folder);
  const missing = broken.filter((id) => !own.includes(id));
  if (missing.length > 0)
    throw new MissingListError(
      `Lists of people in the bucket were changed by somebody else, and checks would not look into them: ${missing.join(', ')}. Import them again: orchestration lists import`,
    );
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    running = running
      .then(take)
      .catch((error: unknown) =>
        reportOnce(String(error), () =>
          logger.error('Lists of people could not be loaded from the bucket.', {}, error),
        ),
      );
  }, intervalMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
