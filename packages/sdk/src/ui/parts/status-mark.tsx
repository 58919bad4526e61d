import { Icon } from './icon.tsx';

interface StatusMarkProps {
  /** Path of the icon, and whether it points in the direction of the text. */
  readonly icon: string;
  readonly pointing?: boolean;
  readonly tone: 'accent' | 'success' | 'caution' | 'danger';
}

/** A large round mark that shows a status, which the text repeats. */
export function StatusMark({ icon, pointing = false, tone }: StatusMarkProps) {
  return (
    <span class={`status-mark ${tone}`}>
      <Icon path={icon} pointing={pointing} />
    </span>
  );
}
