import type { AdminExecution } from '@vendor/contract/admin';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Failure, failureOf } from '../../api/failure.ts';
import { readExecution, revealExecution } from '../../api/runs.ts';
import { onChanges } from '../../live.ts';
import { renewals, sessionState } from '../../session.ts';
import { findNews } from './find-news.ts';
import { keepRevealed } from './keep-revealed.ts';

/** Reads one run and follows its changes. */
export function useRun(id: string) {
  const [run, setRun] = useState<AdminExecution | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [round, setRound] = useState(0);
  /** Status that another person gave the run while it was open. */
  const [news, setNews] = useState<string | null>(null);
  const lastRead = useRef<AdminExecution | null>(null);
  const waiting = useRef<(() => void)[]>([]);
  /** Reads the run again. Resolves when that has succeeded or failed. */
  const reload = () =>
    new Promise<void>((resolve) => {
      waiting.current.push(resolve);
      setRound((last) => last + 1);
    });
  // Runs before the page is painted, so that the run is requested at once.
  useLayoutEffect(() => {
    const ending = new AbortController();
    const wake = () => {
      for (const resolve of waiting.current.splice(0)) resolve();
    };
    readExecution(id, ending.signal).then(
      (read) => {
        const before = lastRead.current?.id === id ? lastRead.current : read;
        lastRead.current = read;
        const found = findNews(before, read, ownId());
        if (found !== 'same') setNews(found);
        setRun((last) => keepRevealed(last, read));
        setFailure(null);
        wake();
      },
      (error) => {
        if (ending.signal.aborted) return;
        setFailure(failureOf(error));
        wake();
      },
    );
    return () => ending.abort();
  }, [id, round, renewals.value]);
  useEffect(
    () =>
      onChanges(({ isReset, executions }) => {
        const changed = executions.find((row) => row.id === id);
        if (changed || isReset) void reload();
      }),
    [id],
  );
  const reveal = async (reason: string) => setRun(await revealExecution(id, reason));
  return { run, failure, news, reload, reveal };
}

function ownId(): string | null {
  const state = sessionState.value;
  return state.kind === 'in' ? state.session.person.id : null;
}
