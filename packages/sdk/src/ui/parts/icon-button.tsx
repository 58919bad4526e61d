import { Icon } from './icon.tsx';

interface IconButtonProps {
  /** Path of the icon, and whether it points in the direction of the text. */
  readonly icon: string;
  readonly pointing?: boolean;
  readonly label: string;
  readonly onPress: () => void;
  /** Whether a switch is on; absent for other buttons. */
  readonly pressed?: boolean;
  /** Whether presses are ignored for a moment. */
  readonly disabled?: boolean;
  readonly class?: string;
}

/** A button with an icon, whose label is only read by screen readers. */
export function IconButton({
  icon,
  pointing = false,
  label,
  onPress,
  pressed,
  disabled,
  class: extra = '',
}: IconButtonProps) {
  return (
    <button
      type="button"
      class={`icon-button ${extra}`}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      aria-disabled={disabled}
      onClick={onPress}
    >
      <Icon path={icon} pointing={pointing} />
    </button>
  );
}
