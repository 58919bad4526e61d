import { Icon } from './icon.tsx';

interface IconButtonProps {
  /** Path of the icon, and whether it points along the line of text. */
  readonly icon: string;
  readonly pointing?: boolean;
  readonly label: string;
  readonly onPress: () => void;
  /** For switches: whether it is on. */
  readonly pressed?: boolean;
  /** Pressing it does nothing, for a moment. */
  readonly disabled?: boolean;
  readonly class?: string;
}

/** A button that shows an icon and says its label. */
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
