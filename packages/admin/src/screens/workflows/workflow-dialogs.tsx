import type { AdminWorkflowDetail } from '@vendor/contract/admin';
import { changeWorkflow } from '../../api/workflows.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Notice } from '../../parts/notice.tsx';
import { frame } from '../../texts/en/frame.ts';
import { workflows } from '../../texts/en/workflows.ts';
import { DiffView } from './diff-view.tsx';

/** Shows the changes, asks for a comment, and publishes. */
export function PublishDialog(props: {
  workflow: AdminWorkflowDetail;
  text: string;
  isBusy: boolean;
  onClose: () => void;
  onPublish: (comment: string) => void;
}) {
  const { workflow, text, isBusy, onClose, onPublish } = props;
  const texts = workflows.publish;
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    onPublish(String(new FormData(event.currentTarget as HTMLFormElement).get('comment')).trim());
  };
  return (
    <Dialog title={texts.title(workflow.version + 1)} isWide onClose={onClose}>
      <form class="stack" onSubmit={send}>
        <p>{texts.text}</p>
        {!workflow.active && <Notice tone="info">{texts.inactive}</Notice>}
        <h3>{texts.changes}</h3>
        <DiffView before={JSON.stringify(workflow.definition, null, 2)} after={text} />
        <Field
          label={texts.comment}
          hint={texts.commentHint}
          name="comment"
          maxLength={250}
          autoComplete="off"
          autoFocus
        />
        <div class="row end">
          <button type="button" class="button" onClick={onClose}>
            {frame.cancel}
          </button>
          <button type="submit" class="button primary" aria-disabled={isBusy}>
            {texts.submit}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Renames a workflow. */
export function RenameDialog(props: {
  workflow: AdminWorkflowDetail;
  onClose: () => void;
  onRenamed: () => void;
}) {
  const { workflow, onClose, onRenamed } = props;
  const texts = workflows.rename;
  const rename = async (typed: FormData) => {
    await changeWorkflow(workflow.id, { name: String(typed.get('name')).trim() });
    onClose();
    onRenamed();
  };
  return (
    <FormDialog
      title={texts.title}
      submit={texts.submit}
      failures={workflows.failures}
      onClose={onClose}
      onSubmit={rename}
    >
      <Field
        label={texts.name}
        hint={texts.text}
        name="name"
        defaultValue={workflow.name}
        pattern=".*\S.*"
        maxLength={256}
        autoComplete="off"
        required
        autoFocus
      />
    </FormDialog>
  );
}

/** Asks for confirmation before a draft is dropped. */
export function DropDialog({ onClose, onDrop }: { onClose: () => void; onDrop: () => void }) {
  const texts = workflows.dropDialog;
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <p>{texts.text}</p>
      <div class="row end">
        <button type="button" class="button" onClick={onClose}>
          {frame.cancel}
        </button>
        <button type="button" class="button decline" onClick={onDrop}>
          {texts.submit}
        </button>
      </div>
    </Dialog>
  );
}
