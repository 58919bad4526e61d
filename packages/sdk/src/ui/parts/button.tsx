import type { ComponentChildren } from 'preact';

interface ButtonProps {
  /** One primary button per screen; all others are quiet. */
  readonly kind: 'primary' | 'quiet';
  readonly onPress: () => void;
  readonly children: ComponentChildren;
}

/** A button of the footer: as wide as the column, within the thumb's reach. */
export function Button({ kind, onPress, children }: ButtonProps) {
  return (
    <button type="button" class={`button ${kind}`} onClick={onPress}>
      {children}
    </button>
  );
}
