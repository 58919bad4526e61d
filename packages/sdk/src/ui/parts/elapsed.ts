import { useEffect, useState } from 'preact/hooks';

/**
 * Tells whether `afterMs` milliseconds have passed since `subject` changed.
 *
 * @param subject What is awaited; a new one restarts the time.
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
