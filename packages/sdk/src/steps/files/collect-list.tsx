import { useRef } from 'preact/hooks';
import type { CollectSlot } from '../../flow/collecting.ts';
import type { CollectScreen } from '../../flow/screen.ts';
import { useLanguage } from '../../ui/language-context.ts';
import { Button } from '../../ui/parts/button.tsx';
import { IconButton } from '../../ui/parts/icon-button.tsx';
import { icons } from '../../ui/parts/icons.ts';
import { Page } from '../../ui/parts/page.tsx';
import { FileRow } from './file-row.tsx';

type CollectListProps = Extract<CollectScreen, { readonly kind: 'collect-list' }> & {
  readonly onAdd: () => void;
  readonly onRemove: (slot: CollectSlot) => void;
  readonly onSubmit: () => void;
};

/** Lists the files before the user submits them. */
export function CollectList(props: CollectListProps) {
  const { task, files, isEnough, mayAdd, onAdd, onRemove, onSubmit } = props;
  const { t } = useLanguage();
  const list = useRef<HTMLUListElement>(null);
  const least = task.of === 'evidence' ? task.minFiles : 1;
  const named = files.map((file, index) => ({
    ...file,
    name: file.name || t('collect.number', { number: index + 1 }),
  }));
  /** Moves the focus to the heading, which says how many files are left, because the focused row is gone. */
  const remove = (slot: CollectSlot) => {
    onRemove(slot);
    (list.current?.getRootNode() as ParentNode | undefined)?.querySelector<HTMLElement>('.heading')?.focus();
  };
  return (
    <Page
      align="start"
      heading={t('collect.ready', { count: files.length })}
      lead={isEnough ? t('collect.readyText') : t('collect.missing', { count: least - files.length })}
      actions={
        <>
          {isEnough && (
            <Button kind="primary" onPress={onSubmit}>
              {t('collect.handIn')}
            </Button>
          )}
          {mayAdd && (
            <Button kind={isEnough ? 'quiet' : 'primary'} onPress={onAdd}>
              {t('collect.add')}
            </Button>
          )}
        </>
      }
    >
      <ul class="files" ref={list}>
        {named.map(({ slot, name, sizeBytes }) => (
          <li key={slot}>
            <FileRow name={name} sizeBytes={sizeBytes}>
              <IconButton
                icon={icons.close}
                label={t('collect.remove', { name })}
                onPress={() => remove(slot)}
              />
            </FileRow>
          </li>
        ))}
      </ul>
    </Page>
  );
}
