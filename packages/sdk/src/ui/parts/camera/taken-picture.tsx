import { useState } from 'preact/hooks';
import { useLanguage } from '../../language-context.ts';
import { captureIcons } from '../capture-icons.ts';
import { IconButton } from '../icon-button.tsx';

interface TakenPictureProps {
  readonly url: string;
  /** Alternative text of the picture. */
  readonly description: string;
}

/**
 * Shows the picture that was taken, as wide as the column so that its print can be judged. This cuts off the upper and lower
 * edges of an upright picture, so a button shows the whole picture, as it will be sent.
 */
export function TakenPicture({ url, description }: TakenPictureProps) {
  const { t } = useLanguage();
  const [isWhole, setIsWhole] = useState(false);
  return (
    <div class="taken">
      <img class={isWhole ? 'whole' : ''} src={url} alt={description} />
      <IconButton
        class="round"
        icon={isWhole ? captureIcons.closer : captureIcons.farther}
        label={t('review.whole')}
        pressed={isWhole}
        onPress={() => setIsWhole(!isWhole)}
      />
    </div>
  );
}
