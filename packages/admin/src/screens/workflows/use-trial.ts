import type { AdminTrial } from '@vendor/contract/admin';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { type Failure, failureOf } from '../../api/failure.ts';
import { tryDefinition } from '../../api/workflows.ts';
import { workflows } from '../../texts/en/workflows.ts';
import { findLine, locatePointer, type ScannedJson, scanJson } from './scan-json.ts';

/** A fault and its position in the text. */
export interface LocatedFault {
  readonly pointer: string;
  readonly detail: string;
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

/** Debounce time before the service is called, in ms. */
const pauseMs = 300;

/** Reports the faults of a text while it is typed, and its path for assumed facts. */
export function useTrial(text: string | null, facts: string) {
  const scanned = useMemo(() => scanJson(text ?? ''), [text]);
  const scannedFacts = useMemo(() => scanJson(facts), [facts]);
  const [last, setLast] = useState<{ key: string; text: string; trial: AdminTrial } | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const isReadable = text !== null && scanned.fault === null;
  const isFactsReadable = scannedFacts.fault === null;
  const key = `${text}\n${isFactsReadable ? facts : '{}'}`;
  useEffect(() => {
    if (!isReadable) return;
    const ending = new AbortController();
    const runTrial = () =>
      tryDefinition({ content: text, facts: isFactsReadable ? JSON.parse(facts) : {} }, ending.signal).then(
        (trial) => {
          setLast({ key, text, trial });
          setFailure(null);
        },
        (error) => {
          if (!ending.signal.aborted) setFailure(failureOf(error));
        },
      );
    const timer = setTimeout(runTrial, pauseMs);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [key, isReadable]);
  const isChecked = isReadable && last?.key === key;
  const trial = isReadable ? (last?.trial ?? null) : null;
  const faults = useMemo(
    () => locate(text ?? '', scanned, last?.text === text ? (trial?.faults ?? []) : []),
    [text, scanned, trial],
  );
  const factFaults = useMemo(
    () => locate(facts, scannedFacts, trial?.factFaults ?? []),
    [facts, scannedFacts, trial],
  );
  return { scanned, faults, factFaults, trial, isChecked, failure };
}

export type Trial = ReturnType<typeof useTrial>;

function locate(text: string, scanned: ScannedJson, faults: AdminTrial['faults']): LocatedFault[] {
  const { fault } = scanned;
  if (fault) {
    const { offset, detail } = fault;
    const line = findLine(text, offset);
    return [{ pointer: '', detail: workflows.editor[detail], line, from: offset, to: offset + 1 }];
  }
  return faults.map(({ pointer, detail }) => {
    const place = locatePointer(scanned, pointer);
    return { pointer, detail, line: findLine(text, place.from), ...place };
  });
}
