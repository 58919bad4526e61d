import { useLanguage } from '../../ui/language-context.ts';
import { Button } from '../../ui/parts/button.tsx';
import { captureIcons } from '../../ui/parts/capture-icons.ts';
import { Page } from '../../ui/parts/page.tsx';
import { Points } from '../../ui/parts/points.tsx';
import { FaceScene } from './face-scene.tsx';
import { faceIcon } from './selfie-icons.ts';

/** Explains the selfie, and the camera request before the browser asks. */
export function SelfieInstruct({ onCamera }: { readonly onCamera: () => void }) {
  const { t } = useLanguage();
  return (
    <Page
      align="start"
      art={<FaceScene />}
      heading={t('selfie.title')}
      lead={t('selfie.lead')}
      actions={
        <>
          <p class="note">{t('selfie.why')}</p>
          <Button kind="primary" onPress={onCamera}>
            {t('instruct.camera')}
          </Button>
        </>
      }
    >
      <Points
        points={[
          { icon: faceIcon, title: t('selfie.face') },
          { icon: captureIcons.light, title: t('selfie.light') },
          { icon: captureIcons.turn, title: t('selfie.moves') },
        ]}
      />
    </Page>
  );
}
