import type { ComponentChildren } from 'preact';
import { formatSize } from '../../i18n/format.ts';
import { useLanguage } from '../../ui/language-context.ts';
import { Icon } from '../../ui/parts/icon.tsx';
import { collectIcons } from './collect-icons.ts';

interface FileRowProps {
  readonly name: string;
  readonly sizeBytes: number;
  /** Buttons for the file. */
  readonly children?: ComponentChildren;
}

/**
 * Shows a file by its name and size. A file without a known extension is shown as a picture, because it comes from the camera.
 */
export function FileRow({ name, sizeBytes, children }: FileRowProps) {
  const { intlTag } = useLanguage();
  return (
    <div class="point file">
      <span class="point-icon">
        <Icon path={/\.pdf$/i.test(name) ? collectIcons.file : collectIcons.picture} />
      </span>
      <span class="point-words">
        <span class="point-title">
          <bdi>{name}</bdi>
        </span>
        <span class="point-text figures">{formatSize(sizeBytes, intlTag)}</span>
      </span>
      {children}
    </div>
  );
}
