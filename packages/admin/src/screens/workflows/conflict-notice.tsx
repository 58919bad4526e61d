import type { AdminWorkflowDetail } from '@vendor/contract/admin';
import { Notice } from '../../parts/notice.tsx';
import { workflows } from '../../texts/en/workflows.ts';
import { DiffView } from './diff-view.tsx';
import { nameOfAuthor } from './name-of-author.ts';
import { type Editor, selectText } from './use-editor.ts';

const texts = workflows.conflict;

/**
 * Shows the differences after another person saved, published or discarded the draft first, and lets the person continue with
 * either text.
 */
export function ConflictNotice(props: { editor: Editor; theirs: AdminWorkflowDetail; mine: string }) {
  const { editor, theirs, mine } = props;
  return (
    <div class="conflict">
      <Notice tone="caution" title={texts.title}>
        <p>{describeChange(theirs, editor.edit?.base.version)}</p>
        <p class="small">{texts.compare}:</p>
        <DiffView before={selectText(theirs)} after={mine} />
        <div class="line">
          <button type="button" class="button primary" onClick={editor.keepMine}>
            {texts.mine}
          </button>
          <button type="button" class="button" onClick={editor.takeTheirs}>
            {texts.theirs}
          </button>
          <span class="small quiet">{texts.hint}</span>
        </div>
      </Notice>
    </div>
  );
}

/** Describes the other person's change. @param baseVersion - version on which this person's text is based. */
function describeChange({ draft, version }: AdminWorkflowDetail, baseVersion: number | undefined): string {
  if (draft) return texts.draft(nameOfAuthor(draft.author));
  return version === baseVersion ? texts.discarded : texts.published(version);
}
