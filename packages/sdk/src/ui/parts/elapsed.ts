import { useEffect, useState } from 'preact/hooks';

/**
 * Whether `afterMs` milliseconds have passed since `subject` became what it is.
 *
 * @param subject What is waited for; a new one starts the time anew.
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
