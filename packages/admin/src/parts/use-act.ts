import { useState } from 'preact/hooks';
import { type Failure, failureOf } from '../api/failure.ts';

/**
 * Runs one act at a time and keeps the failure of the last attempt. Buttons of the act are `aria-disabled` meanwhile: from
 * buttons that are `disabled`, browsers take the focus.
 */
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
