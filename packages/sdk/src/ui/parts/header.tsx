import { useState } from 'preact/hooks';
import { formatShare } from '../../i18n/format.ts';
import type { FlowTheme } from '../../theme/flow-theme.ts';
import { useLanguage } from '../language-context.ts';
import { IconButton } from './icon-button.tsx';
import { icons } from './icons.ts';
import { ProgressBar } from './progress-bar.tsx';

interface HeaderProps {
  readonly logoUrls: FlowTheme['logoUrls'];
  /** Name of the account whose logo is shown. */
  readonly requester: string;
  /** Share of the steps done, 0..1; null where progress says nothing. */
  readonly progress: number | null;
  /** Absent where there is no way back. */
  readonly onBack?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** The upper edge of every screen: the way back, whose check this is, the way out, and how far one has come. */
export function Header({ logoUrls, requester, progress, onBack, onClose }: HeaderProps) {
  const { t, intlTag } = useLanguage();
  return (
    <div class="header">
      <div class="header-row">
        <span class="header-side">
          {onBack && <IconButton icon={icons.back} pointing label={t('frame.back')} onPress={onBack} />}
        </span>
        <Logo urls={logoUrls} name={requester} />
        <span class="header-side">
          <IconButton icon={icons.close} label={t('frame.close')} onPress={onClose} />
        </span>
      </div>
      {progress !== null && (
        <ProgressBar
          class="steps"
          label={t('frame.progress')}
          share={progress}
          value={
            // At the start a screen reader's own words will do: the digits of a language cost more than the whole screen.
            progress > 0 ? t('frame.progressValue', { share: formatShare(progress, intlTag) }) : undefined
          }
        />
      )}
    </div>
  );
}

/**
 * The logo of the scheme in use, which the style sheet shows; on the camera screen, which is dark in both, the one for dark
 * grounds or none.
 */
function Logo({
  urls: { light, dark },
  name,
}: {
  readonly urls: FlowTheme['logoUrls'];
  readonly name: string;
}) {
  return (
    <span class="logo">
      {light !== null && <Picture class="on-light" url={light} name={name} />}
      {dark !== null && <Picture class="on-dark" url={dark} name={name} />}
    </span>
  );
}

interface PictureProps {
  readonly class: string;
  readonly url: string;
  readonly name: string;
}

/** A picture that is fetched once it is shown, tells its host nothing of the page, and is gone when it does not arrive. */
function Picture({ url, name, ...shown }: PictureProps) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return null;
  const onError = () => setBroken(true);
  // The address comes last: setting it starts the request.
  return (
    <img {...shown} alt={name} loading="lazy" referrerpolicy="no-referrer" src={url} onError={onError} />
  );
}
