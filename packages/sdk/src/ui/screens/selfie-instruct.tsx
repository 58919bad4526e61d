import { useLanguage } from '../language-context.ts';
import { Button } from '../parts/button.tsx';
import { captureIcons } from '../parts/capture-icons.ts';
import { FaceScene } from '../parts/face-scene.tsx';
import { Page } from '../parts/page.tsx';
import { Points } from '../parts/points.tsx';
import { faceIcon } from '../parts/selfie-icons.ts';

/** Shows what will be asked of the face, and says why the camera is asked for before the browser asks. */
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
