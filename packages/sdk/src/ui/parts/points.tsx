import { Icon } from './icon.tsx';

/** A thing to know or to do. */
export interface Point {
  /** Path of the icon. */
  readonly icon: string;
  readonly title: string;
  readonly text?: string;
}

/** A short list of points, each with its icon. */
export function Points({ points }: { readonly points: readonly Point[] }) {
  return (
    <ul class="points">
      {points.map(({ icon, title, text }) => (
        <li class="point" key={title}>
          <span class="point-icon">
            <Icon path={icon} />
          </span>
          <span class="point-words">
            <span class={text === undefined ? 'point-only' : 'point-title'}>{title}</span>
            {text !== undefined && <span class="point-text">{text}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
