import { useLanguage } from '../language-context.ts';
import { Button } from '../parts/button.tsx';
import { deferredIcons } from '../parts/deferred-icons.ts';
import { icons } from '../parts/icons.ts';
import { Page } from '../parts/page.tsx';
import { Points } from '../parts/points.tsx';

/** Icon of the machine-readable lines. */
const lines = 'M4 9h2m3 0h2m3 0h6M4 15h6m3 0h2m3 0h2';

interface ProcessingProps {
  /** Kind of data that the user has sent. */
  readonly of: 'document' | 'selfie' | 'files' | 'data';
  /** Whether the checks take so long that the wait is mentioned. */
  readonly waitsLong: boolean;
  /** Whether further steps may follow, so that leaving would lose the result. */
  readonly mayGoOn: boolean;
  readonly onLeave: () => void;
}

/** Says what is being checked while the user waits. */
export function Processing({ of, waitsLong, mayGoOn, onLeave }: ProcessingProps) {
  const { t } = useLanguage();
  const offersLeaving = waitsLong && !mayGoOn;
  const isDocument = of === 'document';
  return (
    <Page
      align="middle"
      art={<span class="working" />}
      heading={t(isDocument ? 'processing.title' : `processing.${of}`)}
      lead={t(offersLeaving ? 'processing.long' : isDocument ? 'processing.lead' : 'processing.dataLead')}
      {...(offersLeaving && {
        actions: (
          <Button kind="quiet" onPress={onLeave}>
            {t('processing.leave')}
          </Button>
        ),
      })}
    >
      {isDocument && (
        <Points
          points={[
            { icon: deferredIcons.corners, title: t('processing.quality') },
            { icon: lines, title: t('processing.lines') },
            { icon: icons.clock, title: t('processing.valid') },
          ]}
        />
      )}
    </Page>
  );
}
