import type { AdminWorkflowDetail } from '@vendor/contract/admin';
import { wordsOfName } from '@vendor/texts/staff/words-of-name';
import { ArrowLeft, Download, Link2, Pencil, Undo2, Upload } from 'lucide-preact';
import type { RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { CopyId } from '../../parts/copy-id.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Notice } from '../../parts/notice.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { Skeleton } from '../../parts/skeleton.tsx';
import { useFocusAfter } from '../../parts/use-focus-after.ts';
import { href } from '../../routing.ts';
import { mayDo } from '../../session.ts';
import '../../styles/settings.css';
import '../../styles/workflows.css';
import { links } from '../../texts/en/links.ts';
import { workflows as texts } from '../../texts/en/workflows.ts';
import { ActiveSwitch } from './active-switch.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { FileFault } from './file-fault.tsx';
import { JsonEditor, reveal } from './json-editor.tsx';
import { nameOfAuthor } from './name-of-author.ts';
import { OutlineView } from './outline-view.tsx';
import { locatePointer } from './scan-json.ts';
import { ShareLink } from './share-link.tsx';
import { TrialPanel } from './trial-panel.tsx';
import { type Editor, useEditor } from './use-editor.ts';
import { type Trial, useTrial } from './use-trial.ts';
import { Versions } from './versions.tsx';
import { DropDialog, PublishDialog, RenameDialog } from './workflow-dialogs.tsx';
import { exportWorkflow, type ReadFile, readWorkflowFile } from './workflow-file.ts';

const noFacts = '{\n  "inputs": {},\n  "checks": {}\n}';

/** One workflow: its next version as outline and text, its versions, and a trial with assumed facts. */
export function WorkflowScreen({ id }: { id: string }) {
  const editor = useEditor(id);
  const { data: workflow, failure, edit, reload } = editor;
  const [facts, setFacts] = useState(noFacts);
  const trial = useTrial(edit?.text ?? null, facts);
  const definition = useLastReadable(trial, edit?.text ?? null) ?? workflow?.definition;
  const [open, setOpen] = useState<'publish' | 'rename' | 'drop' | 'link' | null>(null);
  const [news, setNews] = useState<string | null>(null);
  usePageTitle(texts.title);
  const mayChange = mayDo('workflow.change');
  if (failure && !workflow)
    return (
      <FailureNotice failure={failure} title={texts.failedOne} texts={texts.failures} onRetry={reload} />
    );
  if (!workflow || !edit) return <Skeleton lines={10} />;
  const close = () => setOpen(null);
  return (
    <>
      <a class="back" href={href('/workflows')}>
        <ArrowLeft size={15} aria-hidden="true" /> {texts.back}
      </a>
      <WorkflowHead
        workflow={workflow}
        editor={editor}
        definition={definition}
        onRename={() => setOpen('rename')}
        onShare={() => setOpen('link')}
      />
      {editor.conflict && <ConflictNotice editor={editor} theirs={editor.conflict} mine={edit.text} />}
      {editor.actFailure && <FailureNotice failure={editor.actFailure} texts={texts.failures} />}
      <Notice tone="success">{news}</Notice>
      <Workbench
        workflow={workflow}
        editor={editor}
        trial={trial}
        definition={definition}
        onPublish={() => {
          setNews(null);
          setOpen('publish');
        }}
        onDrop={() => setOpen('drop')}
      />
      <div class="below">
        <TrialPanel definition={definition} trial={trial} facts={facts} onChange={setFacts} />
        <Versions workflow={workflow} text={edit.text} onRestore={mayChange ? editor.restore : null} />
      </div>
      {open === 'publish' && (
        <PublishDialog
          workflow={workflow}
          text={edit.text}
          isBusy={editor.isBusy}
          onClose={close}
          onPublish={(comment) => {
            editor.publish(comment, ({ version }) => setNews(texts.editor.published(version)));
            close();
          }}
        />
      )}
      {open === 'rename' && <RenameDialog workflow={workflow} onClose={close} onRenamed={reload} />}
      {open === 'link' && <ShareLink workflowId={workflow.id} onClose={close} />}
      {open === 'drop' && (
        <DropDialog
          onClose={close}
          onDrop={() => {
            if (workflow.draft) editor.drop();
            else editor.adopt(workflow);
            close();
          }}
        />
      )}
    </>
  );
}

function WorkflowHead(props: {
  workflow: AdminWorkflowDetail;
  editor: Editor;
  definition: unknown;
  onRename: () => void;
  onShare: () => void;
}) {
  const { workflow, editor, definition, onRename, onShare } = props;
  const { id, name, version, requiredInputs } = workflow;
  const mayChange = mayDo('workflow.change');
  const [file, setFile] = useState<ReadFile | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const read = async (given: File | undefined) => {
    if (!given) return;
    const content = readWorkflowFile(await given.text());
    setFile(content);
    if (content.kind === 'workflow') editor.change(JSON.stringify(content.definition, null, 2), true);
    // Allows choosing the same file again.
    if (input.current) input.current.value = '';
  };
  return (
    <header class="run-head">
      <div class="run-title">
        <h1 class="break" dir="auto">
          {name}
        </h1>
        <ActiveSwitch workflow={workflow} onChanged={editor.reload} />
        <span class="tag">{texts.version(version)}</span>
        <span class="line tail">
          {mayDo('execution.start') && (
            <button type="button" class="button" onClick={onShare}>
              <Link2 size={16} aria-hidden="true" /> {links.open}
            </button>
          )}
          {mayChange && (
            <>
              <button type="button" class="button plain" onClick={onRename}>
                <Pencil size={15} aria-hidden="true" /> {texts.rename.open}
              </button>
              <button type="button" class="button plain" onClick={() => input.current?.click()}>
                <Upload size={15} aria-hidden="true" /> {texts.import}
              </button>
              <input
                ref={input}
                class="hidden"
                type="file"
                accept=".json,application/json"
                tabIndex={-1}
                aria-label={texts.import}
                onChange={(event) => void read(event.currentTarget.files?.[0])}
              />
            </>
          )}
          <button type="button" class="button plain" onClick={() => exportWorkflow(name, definition)}>
            <Download size={15} aria-hidden="true" /> {texts.export}
          </button>
        </span>
      </div>
      <CopyId id={id} />
      <p class="small">
        <span class="quiet">{texts.required}:</span>{' '}
        {requiredInputs.length > 0 ? requiredInputs.map(wordsOfName).join(', ') : texts.nothingRequired}
      </p>
      {file && <FileFault file={file} />}
    </header>
  );
}

/** Outline beside text. Both show the same definition and follow each other. */
function Workbench(props: {
  workflow: AdminWorkflowDetail;
  editor: Editor;
  trial: Trial;
  definition: unknown;
  onPublish: () => void;
  onDrop: () => void;
}) {
  const { workflow, editor, trial, definition, onPublish, onDrop } = props;
  const { edit, isDirty, isBusy } = editor;
  const { scanned, faults } = trial;
  const field = useRef<HTMLTextAreaElement>(null);
  const state = useFocusAfter<HTMLParagraphElement>(editor.settled);
  const [selected, setSelected] = useState<string | null>(null);
  const mayChange = mayDo('workflow.change');
  const isJson = scanned.fault === null;
  if (!edit) return null;
  const change = (next: unknown) => editor.change(JSON.stringify(next, null, 2), true);
  const show = (id: string) => {
    const pointer = `/nodes/${id.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (field.current) reveal(field.current, locatePointer(scanned, pointer));
  };
  const canPublish =
    trial.isChecked &&
    faults.length === 0 &&
    (isDirty || workflow.draft !== null) &&
    editor.conflict === null;
  const canSave = isDirty && isJson && editor.conflict === null;
  const save = () => canSave && editor.save();
  return (
    <section class="card workbench">
      <div class="workbench-head">
        <EditorState workflow={workflow} editor={editor} trial={trial} element={state} />
        {mayChange && (
          <div class="line">
            {edit.past.length > 0 && (
              <button type="button" class="button plain" onClick={editor.undo}>
                <Undo2 size={15} aria-hidden="true" /> {texts.editor.undo}
              </button>
            )}
            {(isDirty || workflow.draft) && (
              <button
                type="button"
                class="button plain"
                aria-disabled={isBusy}
                onClick={() => !isBusy && onDrop()}
              >
                {texts.editor.drop}
              </button>
            )}
            <button type="button" class="button" aria-disabled={!canSave || isBusy} onClick={save}>
              {texts.editor.save}
            </button>
            <button
              type="button"
              class="button primary"
              aria-disabled={!canPublish || isBusy}
              onClick={() => canPublish && !isBusy && onPublish()}
            >
              {texts.publish.open}
            </button>
          </div>
        )}
      </div>
      {trial.failure && <FailureNotice failure={trial.failure} title={texts.editor.unchecked} />}
      <div class="workbench-sides">
        <section aria-label={texts.editor.outline}>
          <h2>{texts.editor.outline}</h2>
          {!isJson && <Notice tone="info">{texts.editor.broken}</Notice>}
          <OutlineView
            definition={definition}
            faults={faults}
            selected={selected}
            onSelect={setSelected}
            onShow={show}
            onChange={mayChange && isJson ? change : null}
          />
          <p class="small quiet wide">{texts.outline.keys}</p>
        </section>
        <section aria-label={texts.editor.json}>
          <h2>{texts.editor.json}</h2>
          <JsonEditor
            label={texts.editor.json}
            text={edit.text}
            faults={faults}
            rows={26}
            isReadOnly={!mayChange}
            field={field}
            onChange={(text) => editor.change(text)}
            onSave={save}
          />
          {mayChange && <p class="small quiet wide">{texts.editor.keys}</p>}
        </section>
      </div>
    </section>
  );
}

function EditorState(props: {
  workflow: AdminWorkflowDetail;
  editor: Editor;
  trial: Trial;
  element: RefObject<HTMLParagraphElement>;
}) {
  const { workflow, editor, trial, element } = props;
  const { draft } = workflow;
  const { faults, isChecked } = trial;
  const hasChange = editor.isDirty || draft !== null;
  const judged =
    faults.length > 0
      ? texts.editor.faults(faults.length)
      : isChecked
        ? texts.editor.valid
        : texts.editor.checking;
  return (
    <p ref={element} role="status" tabIndex={-1}>
      {editor.isDirty && <strong>{texts.editor.unsaved}</strong>}
      {!editor.isDirty && draft && (
        <>
          {texts.editor.savedBy(nameOfAuthor(draft.author))} · <Moment at={draft.savedAt} />
        </>
      )}
      {!hasChange && <span class="quiet">{texts.editor.clean}</span>}
      {(hasChange || faults.length > 0) && (
        <>
          {' · '}
          <span class={faults.length > 0 ? 'danger' : 'quiet'}>{judged}</span>
        </>
      )}
    </p>
  );
}

/** Returns the definition in the text, or in the last text that could be parsed. */
function useLastReadable({ scanned }: Trial, text: string | null): unknown {
  const last = useRef<{ text: string; definition: unknown } | null>(null);
  const isReadable = scanned.fault === null || scanned.fault.detail === 'duplicate';
  if (text !== null && isReadable && last.current?.text !== text)
    last.current = { text, definition: JSON.parse(text) };
  return last.current?.definition;
}
