interface ShutterProps {
  readonly label: string;
  /** Progress of the ring, 0..1: how much of the time to hold still has passed. */
  readonly held: number;
  /** Whether presses are ignored for a moment. The button keeps the focus, for users who take several pictures by keyboard. */
  readonly disabled: boolean;
  readonly onPress: () => void;
}

/** Length of the ring's line: 2πr with r = 34. */
const RING = 213.6;

/** The round button that takes the picture. */
export function Shutter({ label, held, disabled, onPress }: ShutterProps) {
  return (
    <button
      type="button"
      class="shutter"
      aria-label={label}
      title={label}
      aria-disabled={disabled}
      onClick={() => disabled || onPress()}
    >
      <svg viewBox="0 0 76 76" aria-hidden="true">
        <circle class="shutter-track" cx="38" cy="38" r="34" />
        <circle
          class="shutter-held"
          cx="38"
          cy="38"
          r="34"
          stroke-dasharray={RING}
          stroke-dashoffset={RING * (1 - held)}
          transform="rotate(-90 38 38)"
        />
        <circle class="shutter-disc" cx="38" cy="38" r="27" />
      </svg>
    </button>
  );
}
