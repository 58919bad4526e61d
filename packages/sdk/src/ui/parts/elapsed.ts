import { useEffect, useState } from 'preact/hooks';

/**
 * Returns whether `afterMs` milliseconds have passed since `subject` changed.
 *
 * @param subject Key of what is awaited; another key restarts the time.
 */
export function useElapsed(subject: string, afterMs: number): boolean {
  const [elapsed, setElapsed] = useState<string | null>(null);
  useEffect(() => {
    setElapsed(null);
    const timer = setTimeout(() => setElapsed(subject), afterMs);
    return () => clearTimeout(timer);
  }, [subject, afterMs]);
  return elapsed === subject;
}
