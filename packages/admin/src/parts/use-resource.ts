import { useEffect, useState } from 'preact/hooks';
import { type Failure, failureOf } from '../api/failure.ts';

/** Answer of the service to a read, read again when `key` changes and on `reload`. It stays until the next answer. */
export function useResource<Data>(read: (signal: AbortSignal) => Promise<Data>, key: string) {
  const [data, setData] = useState<Data | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const ending = new AbortController();
    read(ending.signal).then(
      (read) => {
        setData(read);
        setFailure(null);
      },
      (error) => {
        if (!ending.signal.aborted) setFailure(failureOf(error));
      },
    );
    return () => ending.abort();
  }, [key, round]);
  return { data, failure, setData, reload: () => setRound((last) => last + 1) };
}
