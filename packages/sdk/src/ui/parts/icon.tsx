interface IconProps {
  /** Lines on a 24 × 24 grid. */
  readonly path: string;
  /** Whether it points along the line of text, and so turns round in right-to-left languages. */
  readonly pointing?: boolean;
}

/** A line icon in the colour of the text around it. It says nothing: the words beside it, or the button's label, do. */
export function Icon({ path, pointing = false }: IconProps) {
  return (
    <svg class={pointing ? 'icon pointing' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
