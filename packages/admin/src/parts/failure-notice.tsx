import type { Failure } from '../api/failure.ts';
import { frame } from '../texts/en/frame.ts';
import { Notice } from './notice.tsx';

/** Explains a failed call: first what to do, then the code in small print. */
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
      {problem?.errors?.map((fault) => (
        <p key={fault.pointer}>
          {fault.pointer?.slice(1)}: {fault.detail}
        </p>
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
