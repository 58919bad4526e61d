import { formatShare } from '../../i18n/format.ts';
import type { FlowTheme } from '../../theme/flow-theme.ts';
import { useLanguage } from '../language-context.ts';
import { IconButton } from './icon-button.tsx';
import { icons } from './icons.ts';
import { ProgressBar } from './progress-bar.tsx';

interface HeaderProps {
  readonly logoUrls: FlowTheme['logoUrls'];
  /** Share of the steps done, 0..1; null where progress says nothing. */
  readonly progress: number | null;
  /** Absent where there is no way back. */
  readonly onBack?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** The upper edge of every screen: the way back, whose check this is, the way out, and how far one has come. */
export function Header({ logoUrls, progress, onBack, onClose }: HeaderProps) {
  const { t, intlTag } = useLanguage();
  return (
    <div class="header">
      <div class="header-row">
        <span class="header-side">
          {onBack && <IconButton icon={icons.back} pointing label={t('frame.back')} onPress={onBack} />}
        </span>
        <Logo urls={logoUrls} />
        <span class="header-side">
          <IconButton icon={icons.close} label={t('frame.close')} onPress={onClose} />
        </span>
      </div>
      {progress !== null && (
        <ProgressBar
          class="steps"
          label={t('frame.progress')}
          share={progress}
          value={t('frame.progressValue', { share: formatShare(progress, intlTag) })}
        />
      )}
    </div>
  );
}

/**
 * The logo of the scheme in use; on the camera screen, which is dark in both, the one for dark grounds or none. It is
 * decoration: the requester's name stands in the text.
 */
function Logo({ urls }: { readonly urls: HeaderProps['logoUrls'] }) {
  const { light, dark } = urls;
  return (
    <span class="logo">
      {light !== null && (
        <img class={dark === null ? '' : 'only-light'} src={light} alt="" referrerpolicy="no-referrer" />
      )}
      {dark !== null && (
        <img
          class={light === null ? 'on-dark' : 'on-dark only-dark'}
          src={dark}
          alt=""
          referrerpolicy="no-referrer"
        />
      )}
    </span>
  );
}
