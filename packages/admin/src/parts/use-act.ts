import { useState } from 'preact/hooks';
import { type Failure, failureOf } from '../api/failure.ts';

/** Does one thing at a time, and keeps the failure of the last try. */
export function useAct() {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const act = async (work: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(failureOf(error));
    }
    setBusy(false);
  };
  return { failure, isBusy, act };
}
