import { useState } from 'preact/hooks';
import { resendExecution } from '../../api/runs.ts';
import { useAct } from '../../parts/use-act.ts';

/** Sends runs of the list again, one at a time, and keeps the last result. */
export function useResend() {
  const { failure, isBusy, act } = useAct();
  const [last, setLast] = useState<{ readonly id: string; readonly sentTo: number | null } | null>(null);
  const resend = (id: string) =>
    act(async () => {
      setLast({ id, sentTo: null });
      const { sentTo } = await resendExecution(id);
      setLast({ id, sentTo: sentTo.length });
    });
  return { failure, isBusy, last, resend };
}
