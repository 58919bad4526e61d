import type { Failure, Fault } from '../api/failure.ts';
import { frame } from '../texts/en/frame.ts';
import { Notice } from './notice.tsx';

/** Explains a failed call: first in words, then by its code in small print. */
export function FailureNotice(props: {
  failure: Failure;
  title?: string;
  texts?: Readonly<Record<string, string>>;
  onRetry?: () => void;
}) {
  const { failure, title, texts = {}, onRetry } = props;
  const { code, problem } = failure;
  // The sign-in is already shown over the screen.
  if (code === 'SIGNED_OUT') return null;
  return (
    <Notice tone="danger" {...(title ? { title } : {})}>
      <p>{texts[code] ?? frame.failures[code] ?? problem?.detail ?? code}</p>
      {problem?.errors?.map(describeFault).map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p class="small quiet">
        {frame.code} {code}
        {problem?.requestId ? ` · ${frame.request} ${problem.requestId}` : ''}
      </p>
      {onRetry && (
        <button type="button" class="button" onClick={onRetry}>
          {frame.retry}
        </button>
      )}
    </Notice>
  );
}

/** Describes a fault, preceded by its place if it concerns only a part of the request. */
function describeFault({ pointer, parameter, header, detail }: Fault): string {
  const place = pointer?.slice(1) ?? parameter ?? header;
  return [place, detail].filter(Boolean).join(': ');
}
