import type { OfferStage } from '../../flow/screen.ts';
import { useLanguage } from '../language-context.ts';
import { Button } from '../parts/button.tsx';
import { icons } from '../parts/icons.ts';
import { Page } from '../parts/page.tsx';
import { StatusMark } from '../parts/status-mark.tsx';

interface HostedPageProps {
  readonly stage: OfferStage;
  readonly onOpen: () => void;
}

/** Opens a window of the service in which the flow continues, and waits for it. */
export function HostedPage({ stage, onOpen }: HostedPageProps) {
  const { t } = useLanguage();
  const isTrouble = stage === 'blocked' || stage === 'failed';
  const isOpen = stage === 'opened';
  return (
    <Page
      align="middle"
      art={
        <StatusMark
          icon={isTrouble ? icons.alert : icons.elsewhere}
          pointing={!isTrouble}
          tone={isTrouble ? 'caution' : 'accent'}
        />
      }
      heading={t(`hosted.${stage}`)}
      lead={t(`hosted.${stage}Text`)}
      actions={
        <Button kind={isOpen ? 'quiet' : 'primary'} onPress={onOpen}>
          {t(isOpen ? 'hosted.again' : 'hosted.open')}
        </Button>
      }
    />
  );
}
