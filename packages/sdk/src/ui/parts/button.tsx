import type { ComponentChildren } from 'preact';

interface ButtonProps {
  /** One primary button per screen; all others are quiet. */
  readonly kind: 'primary' | 'quiet';
  /** Whether the action is in progress: presses are ignored, and the focus stays. */
  readonly busy?: boolean;
  readonly onPress: () => void;
  readonly children: ComponentChildren;
}

/** A button of the footer: as wide as the column, within reach of the thumb. */
export function Button({ kind, busy = false, onPress, children }: ButtonProps) {
  return (
    <button
      type="button"
      class={`button ${kind}`}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={() => busy || onPress()}
    >
      {children}
    </button>
  );
}
