interface ProgressBarProps {
  readonly label: string;
  /** Share done, 0..1. */
  readonly share: number;
  /** The share in words; if absent, a screen reader tells it as a percentage of its own. */
  readonly value?: string | undefined;
  /** Makes it another bar than that of an upload. */
  readonly class?: string;
}

/**
 * Most of the bar that an upload fills: bytes handed to the system have not arrived yet. Once the service has answered, another
 * screen comes.
 */
const mostSent = 0.98;

/** A determinate bar that fills from the start side. */
export function ProgressBar({ label, share, value, class: extra = '' }: ProgressBarProps) {
  const done = Math.min(extra ? 1 : mostSent, Math.max(0, share));
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
