import { unwatchFile, watchFile } from 'node:fs';
import { open, type Response } from 'maxmind';

/** A file in MaxMind's DB format that may be replaced while it is open. */
export interface WatchedList<Entry extends Response> {
  /** @param ip - an address in text; null where the list does not know it. */
  get(ip: string): Entry | null;
  /** When the list was made. */
  built(): Date;
  /** Kind of the list, as its publisher calls it. */
  type(): string;
  close(): void;
}

/**
 * Opens a list and looks every few seconds whether its file was replaced. (The library's own watch ends the process when the
 * new file cannot be read.)
 *
 * @param onUnreadable - called when the new file cannot be read; the list before stays.
 * @throws when the file cannot be read as such a list.
 */
export async function openWatchedList<Entry extends Response>(
  file: string,
  onUnreadable: (error: unknown) => void,
): Promise<WatchedList<Entry>> {
  let reader = await open<Entry>(file);
  let newest = 0;
  const readAnew = async () => {
    newest += 1;
    const mine = newest;
    try {
      const opened = await open<Entry>(file);
      if (mine === newest) reader = opened;
    } catch (error) {
      if (mine === newest) onUnreadable(error);
    }
  };
  const listener = () => void readAnew();
  watchFile(file, { persistent: false, interval: 5_000 }, listener);
  return {
    get: (ip) => reader.get(ip),
    built: () => reader.metadata.buildEpoch,
    type: () => reader.metadata.databaseType,
    close() {
      // Discards a list that is still being read: it shall be neither taken nor reported.
      newest += 1;
      unwatchFile(file, listener);
    },
  };
}
