interface IconProps {
  /** SVG path of lines on a 24 × 24 grid. */
  readonly path: string;
  /** Whether the icon points in the direction of the text, and is mirrored in right-to-left languages. */
  readonly pointing?: boolean;
}

/**
 * A line icon in the colour of the surrounding text. Hidden from screen readers, which read the text beside it or the button's
 * label.
 */
export function Icon({ path, pointing = false }: IconProps) {
  return (
    <svg class={pointing ? 'icon pointing' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
