import { Icon } from './icon.tsx';

interface StatusMarkProps {
  /** Path of the icon, and whether it points along the line of text. */
  readonly icon: string;
  readonly pointing?: boolean;
  readonly tone: 'accent' | 'success' | 'caution' | 'danger';
}

/** A large round mark for screens that tell how things stand. The words say it too. */
export function StatusMark({ icon, pointing = false, tone }: StatusMarkProps) {
  return (
    <span class={`status-mark ${tone}`}>
      <Icon path={icon} pointing={pointing} />
    </span>
  );
}
