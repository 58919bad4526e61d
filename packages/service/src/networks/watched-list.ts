import { unwatchFile, watchFile } from 'node:fs';
import { open, type Response } from 'maxmind';

/** A file in MaxMind's DB format that may be replaced while open. */
export interface WatchedList<Entry extends Response> {
  /** Looks up an address; null if the list does not know it. @param ip - address in text form. */
  get(ip: string): Entry | null;
  /** Returns when the list was built. */
  built(): Date;
  /** Returns the kind of the list, as named by its publisher. */
  type(): string;
  close(): void;
}

/**
 * Opens a list, and checks every few seconds whether its file was replaced. (The library's own watcher ends the process if the
 * new file cannot be read.)
 *
 * @param onUnreadable - called if the new file cannot be read; the current list stays in use.
 * @throws if the file cannot be read as a list.
 */
export async function openWatchedList<Entry extends Response>(
  file: string,
  onUnreadable: (error: unknown) => void,
): Promise<WatchedList<Entry>> {
  let reader = await open<Entry>(file);
  let newest = 0;
  const reload = async () => {
    newest += 1;
    const own = newest;
    try {
      const opened = await open<Entry>(file);
      if (own === newest) reader = opened;
    } catch (error) {
      if (own === newest) onUnreadable(error);
    }
  };
  const listener = () => void reload();
  watchFile(file, { persistent: false, interval: 5_000 }, listener);
  return {
    get: (ip) => reader.get(ip),
    built: () => reader.metadata.buildEpoch,
    type: () => reader.metadata.databaseType,
    close() {
      // Discards a list that is still being read, so that it is neither used nor reported.
      newest += 1;
      unwatchFile(file, listener);
    },
  };
}
