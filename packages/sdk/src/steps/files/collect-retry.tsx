import type { CollectReason, CollectTask, DocumentTask } from '../../flow/collecting.ts';
import type { CollectScreen } from '../../flow/screen.ts';
import type { Translate } from '../../i18n/translate.ts';
import { useLanguage } from '../../ui/language-context.ts';
import { Button } from '../../ui/parts/button.tsx';
import type { Flaw } from '../../ui/parts/camera/document-scene.tsx';
import { FileButton } from '../../ui/parts/file-button.tsx';
import { icons } from '../../ui/parts/icons.ts';
import { Page } from '../../ui/parts/page.tsx';
import { StatusMark } from '../../ui/parts/status-mark.tsx';
import { collectIcons } from './collect-icons.ts';
import { CollectScene, type Spot } from './collect-scene.tsx';

/** Flaws shown in the scene. Faults of a file have none, since a camera does not cause them. */
const flaws: { readonly [Reason in CollectReason]?: Flaw | Spot } = {
  IMAGE_UNREADABLE: 'torn',
  IMAGE_TOO_SMALL: 'far',
  IMAGE_BLURRED: 'blurred',
  IMAGE_TOO_DARK: 'dark',
  IMAGE_GLARE: 'glare',
  DOCUMENT_CUT_OFF: 'cut-off',
  TEXT_UNREADABLE: 'blurred',
  ADDRESS_DOCUMENT_NOT_FOUND: 'missing',
  NAME_NOT_FOUND: 'address',
  ADDRESS_NOT_FOUND: 'address',
  DOCUMENT_TOO_OLD: 'date',
  CARD_NOT_FOUND: 'missing',
  CARD_NUMBER_NOT_FOUND: 'number',
  CARD_NUMBER_UNREADABLE: 'number',
};

/** Maximum number of attempts left at which the number is shown. */
const FEW_ATTEMPTS = 2;

type CollectRetryProps = Extract<CollectScreen, { readonly kind: 'collect-retry' }> & {
  readonly onTryAgain: () => void;
  readonly onCamera: () => void;
  readonly onFile: (file: File) => void;
};

/** Says what was wrong with the picture or file and how to improve it. */
export function CollectRetry(props: CollectRetryProps) {
  const { task, reasons, attemptsLeft, cameraAllowed, fileAllowed, fileTypes } = props;
  const { onTryAgain, onCamera, onFile } = props;
  const { t } = useLanguage();
  const [first = 'FILE_UNREADABLE', ...others] = reasons;
  const flaw = task.of === 'document' ? undefined : flaws[first];
  const isOfFile = flaw === undefined;
  return (
    <Page
      align={isOfFile ? 'middle' : 'start'}
      art={
        isOfFile || task.of === 'document' ? (
          <StatusMark icon={first === 'FILE_PROTECTED' ? icons.lock : collectIcons.file} tone="caution" />
        ) : (
          <CollectScene task={task} {...(isSpot(flaw) ? { flaw: 'other', spot: flaw } : { flaw })} />
        )
      }
      heading={t(`retry.${first}`)}
      lead={getRemedy(first, task, t)}
      actions={
        <>
          {attemptsLeft <= FEW_ATTEMPTS && (
            <p class="note">{t('retry.triesLeft', { count: attemptsLeft })}</p>
          )}
          {isOfFile && fileAllowed ? (
            <FileButton fileTypes={fileTypes} label={t('collect.file')} look="primary" onFile={onFile} />
          ) : (
            <Button kind="primary" onPress={onTryAgain}>
              {t('action.tryAgain')}
            </Button>
          )}
          {isOfFile && cameraAllowed && (
            <Button kind="quiet" onPress={onCamera}>
              {t('instruct.camera')}
            </Button>
          )}
          {first === 'FILE_BLOCKED' && fileAllowed && (
            <Button kind="quiet" onPress={onTryAgain}>
              {t('action.tryAgain')}
            </Button>
          )}
        </>
      }
    >
      {others.length > 0 && (
        <div class="also">
          <h2 class="also-title">{t('retry.also')}</h2>
          <ul class="also-list">
            {others.map((reason) => (
              <li key={reason}>{getRemedy(reason, task, t)}</li>
            ))}
          </ul>
        </div>
      )}
    </Page>
  );
}

function isSpot(flaw: Flaw | Spot): flaw is Spot {
  return flaw === 'address' || flaw === 'date' || flaw === 'number';
}

function getRemedy(reason: CollectReason, task: CollectTask | DocumentTask, t: Translate): string {
  switch (reason) {
    case 'DOCUMENT_TOO_OLD':
      return t('retry.DOCUMENT_TOO_OLD.remedy', { count: task.of === 'address' ? task.maxAgeDays : 0 });
    case 'FILE_OF_OTHER_KIND':
      return t(`retry.FILE_OF_OTHER_KIND.${getFileKinds(task)}`);
    default:
      return t(`retry.${reason}.remedy`);
  }
}

/** Returns the kinds of file that the step accepts. */
function getFileKinds(task: CollectTask | DocumentTask): 'image' | 'pdf' | 'both' {
  if (task.of === 'card' || task.of === 'document') return 'image';
  return task.of === 'evidence' && task.accepts.length === 1 ? task.accepts[0]! : 'both';
}
