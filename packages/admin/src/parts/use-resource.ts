import { useEffect, useState } from 'preact/hooks';
import { type Failure, failureOf } from '../api/failure.ts';

/** Reads data from the service, and again when `key` changes and on `reload`. The last data stays until new data arrives. */
export function useResource<Data>(read: (signal: AbortSignal) => Promise<Data>, key: string) {
  const [data, setData] = useState<Data | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const ending = new AbortController();
    read(ending.signal).then(
      (arrived) => {
        setData(arrived);
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
