import type { CollectScreen } from '../../flow/screen.ts';
import { useLanguage } from '../../ui/language-context.ts';
import { Button } from '../../ui/parts/button.tsx';
import { captureIcons } from '../../ui/parts/capture-icons.ts';
import { deferredIcons } from '../../ui/parts/deferred-icons.ts';
import { FileButton } from '../../ui/parts/file-button.tsx';
import { icons } from '../../ui/parts/icons.ts';
import { Page } from '../../ui/parts/page.tsx';
import { type Point, Points } from '../../ui/parts/points.tsx';
import { collectIcons } from './collect-icons.ts';
import { CollectScene } from './collect-scene.tsx';
import { CollectTitle, ownWordsIn } from './collect-title.tsx';

type CollectInstructProps = Extract<
  CollectScreen,
  { readonly kind: 'collect-instruct' | 'collect-camera' }
> & {
  readonly onCamera: () => void;
  readonly onFile: (file: File) => void;
};

/** Describes the requested document, and offers the camera or a file. */
export function CollectInstruct(props: CollectInstructProps) {
  const { task, cameraAllowed, fileAllowed, fileTypes, onCamera, onFile } = props;
  const { t, language } = useLanguage();
  const position = task.of === 'card' && task.sides > 1 ? (task.side === 'front' ? 1 : 2) : null;
  return (
    <Page
      align="start"
      art={<CollectScene task={task} />}
      {...(position !== null && { eyebrow: t('instruct.position', { position, count: 2 }) })}
      heading={<CollectTitle task={task} />}
      {...(task.of === 'address' && { lead: t('collect.address.lead') })}
      actions={
        <>
          {cameraAllowed && (
            <>
              <p class="note">{t('instruct.why')}</p>
              <Button kind="primary" onPress={onCamera}>
                {t('instruct.camera')}
              </Button>
            </>
          )}
          {fileAllowed && (
            <FileButton
              fileTypes={fileTypes}
              label={t('collect.file')}
              look={cameraAllowed ? 'quiet' : 'primary'}
              onFile={onFile}
            />
          )}
        </>
      }
    >
      {task.of === 'address' && (
        <ul class="look-at">
          {task.accepts.map((kind) => (
            <li key={kind}>{t(`collect.${kind}`)}</li>
          ))}
        </ul>
      )}
      {task.of === 'evidence' && <OwnInstructions {...ownWordsIn(task.texts, language)} />}
      <Points points={pointsOf()} />
    </Page>
  );

  function pointsOf(): readonly Point[] {
    switch (task.of) {
      case 'address':
        return [
          { icon: icons.clock, title: t('collect.address.age', { count: task.maxAgeDays }) },
          { icon: deferredIcons.corners, title: t('collect.address.page') },
        ];
      case 'card':
        return [
          task.side === 'front'
            ? { icon: icons.lock, title: t('collect.card.cover'), text: t('collect.card.keep') }
            : { icon: icons.lock, title: t('collect.card.code') },
          { icon: captureIcons.light, title: t('instruct.light') },
          { icon: deferredIcons.corners, title: t('collect.card.corners') },
        ];
      case 'evidence': {
        const { minFiles: least, maxFiles: most, accepts } = task;
        const count = t('collect.exactly', { count: most });
        const kinds = t(`collect.${accepts.length > 1 ? 'both' : accepts[0]!}`);
        return [
          {
            icon: most > 1 ? collectIcons.stack : collectIcons.file,
            title: least < most ? t('collect.range', { least, count: most }) : count,
            text: kinds,
          },
        ];
      }
    }
  }
}

function OwnInstructions({ instructions, lang }: { readonly instructions: string; readonly lang: string }) {
  return (
    <p class="lead own-words">
      <bdi lang={lang}>{instructions}</bdi>
    </p>
  );
}
