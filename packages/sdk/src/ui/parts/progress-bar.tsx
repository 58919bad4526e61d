interface ProgressBarProps {
  readonly label: string;
  /** Share done, 0..1. */
  readonly share: number;
  /** The share in words; if absent, a screen reader reads a percentage. */
  readonly value?: string | undefined;
  /** Additional class, for bars other than that of an upload. */
  readonly class?: string;
}

/**
 * Maximum share shown for an upload, because bytes passed to the system may not have arrived yet. The next screen follows once
 * the service has answered.
 */
const maxSentShare = 0.98;

/** A determinate bar that fills from the start side. */
export function ProgressBar({ label, share, value, class: extra = '' }: ProgressBarProps) {
  const done = Math.min(extra ? 1 : maxSentShare, Math.max(0, share));
  return (
    <div
      class={`bar ${extra}`}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(done * 100)}
      aria-valuetext={value}
    >
      <div class="bar-done" style={{ width: `${done * 100}%` }} />
    </div>
  );
}
