import type { DocumentSide, DocumentType } from '@vendor/contract';
import { useLanguage } from '../../ui/language-context.ts';
import { Button } from '../../ui/parts/button.tsx';
import { DocumentScene } from '../../ui/parts/camera/document-scene.tsx';
import { captureIcons } from '../../ui/parts/capture-icons.ts';
import { deferredIcons } from '../../ui/parts/deferred-icons.ts';
import { FileButton } from '../../ui/parts/file-button.tsx';
import { Page } from '../../ui/parts/page.tsx';
import { type Point, Points } from '../../ui/parts/points.tsx';

interface InstructProps {
  readonly document: DocumentType;
  readonly side: DocumentSide;
  readonly sides: number;
  readonly fileAllowed: boolean;
  readonly onCamera: () => void;
  readonly onFile: (file: File) => void;
}

/** Shows how to take the picture, and explains the camera request before the browser asks. */
export function Instruct({ document, side, sides, fileAllowed, onCamera, onFile }: InstructProps) {
  const { t } = useLanguage();
  const isLaterSide = side === 'back' && sides > 1;
  const first: Point = isLaterSide
    ? { icon: captureIcons.turn, title: t('instruct.turn') }
    : { icon: captureIcons.surface, title: t('instruct.surface') };
  return (
    <Page
      align="start"
      art={<DocumentScene document={document} side={side} />}
      {...(sides > 1 && { eyebrow: t('instruct.position', { position: isLaterSide ? 2 : 1, count: sides }) })}
      heading={t(`side.${document}.${side}`)}
      actions={
        <>
          <p class="note">{t('instruct.why')}</p>
          <Button kind="primary" onPress={onCamera}>
            {t('instruct.camera')}
          </Button>
          {fileAllowed && <FileButton onFile={onFile} />}
        </>
      }
    >
      <Points
        points={[
          first,
          { icon: captureIcons.light, title: t('instruct.light') },
          { icon: deferredIcons.corners, title: t('instruct.corners') },
        ]}
      />
    </Page>
  );
}
