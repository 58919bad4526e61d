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
  /** Share of the steps done, 0..1; null if progress is not shown. */
  readonly progress: number | null;
  /** Absent if the flow cannot go back. */
  readonly onBack?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** The top of every screen: back button, logo, close button and progress. */
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
            // Leaves 0 % to the screen reader's own words, because the first formatted number of a language takes longer than
            // the whole screen.
            progress > 0 ? t('frame.progressValue', { share: formatShare(progress, intlTag) }) : undefined
          }
        />
      )}
    </div>
  );
}

/**
 * Draws both logos, of which the style sheet shows that of the current colour scheme; on the camera screen, which is always
 * dark, the one for dark backgrounds or none.
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

/** A picture that is loaded when visible, sends no referrer, and is removed if it cannot be loaded. */
function Picture({ url, name, ...shown }: PictureProps) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return null;
  const onError = () => setBroken(true);
  // The address comes last, because setting it starts the request.
  return (
    <img {...shown} alt={name} loading="lazy" referrerpolicy="no-referrer" src={url} onError={onError} />
  );
}
