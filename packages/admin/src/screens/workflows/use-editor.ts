import type { AdminWorkflowDetail } from '@vendor/contract/admin';
import { useEffect, useState } from 'preact/hooks';
import { Failure } from '../../api/failure.ts';
import { dropDraft, publishDraft, readWorkflow, restoreVersion, saveDraft } from '../../api/workflows.ts';
import { useAct } from '../../parts/use-act.ts';
import { useResource } from '../../parts/use-resource.ts';
import { isExpired, renewals } from '../../session.ts';

/** Text of a draft, and the stored state on which it is based. */
interface Edit {
  readonly text: string;
  readonly base: { readonly version: number; readonly revision: number; readonly text: string };
  /** Undo history: texts before changes that replaced much at once, latest last. */
  readonly past: readonly string[];
}

/** Unsaved texts of screens that were left. They last as long as the page. */
const unsaved = new Map<string, Edit>();

/** Returns the text of the draft or, without a draft, of the current version. */
export function selectText({ draft, definition }: AdminWorkflowDetail): string {
  return draft ? draft.content : JSON.stringify(definition, null, 2);
}

/** One workflow and the text of its next version. Typed text is never lost, whatever other people save meanwhile. */
export function useEditor(id: string) {
  const resource = useResource((signal) => readWorkflow(id, signal), `${id} ${renewals.value}`);
  const { data: workflow, setData: setWorkflow } = resource;
  const [edit, setEdit] = useState<Edit | null>(unsaved.get(id) ?? null);
  /** The workflow as another person saved it, while this person has an unsaved text. */
  const [conflict, setConflict] = useState<AdminWorkflowDetail | null>(null);
  /** Number of texts that were replaced and conflicts that were settled. The buttons of these acts disappear with them. */
  const [settled, setSettled] = useState(0);
  const { failure, isBusy, act } = useAct();
  const isDirty = edit !== null && edit.text !== edit.base.text;

  useEffect(() => {
    if (workflow && (!edit || edit.text === edit.base.text)) setEdit(begin(workflow, edit?.past));
  }, [workflow]);
  useEffect(() => {
    if (!edit || !isDirty) {
      unsaved.delete(id);
      return;
    }
    unsaved.set(id, edit);
    const confirmUnload = (event: BeforeUnloadEvent) => {
      // After the session expired the page must reload without a question, so that the text is not left to the next person who
      // signs in.
      if (!isExpired.value) event.preventDefault();
    };
    addEventListener('beforeunload', confirmUnload);
    return () => removeEventListener('beforeunload', confirmUnload);
  }, [id, edit]);

  /** Replaces the text with the stored one. Undo restores the previous text. */
  const adopt = (stored: AdminWorkflowDetail) => {
    setWorkflow(stored);
    setConflict(null);
    setSettled((count) => count + 1);
    setEdit((last) =>
      begin(stored, last && last.text !== selectText(stored) ? [...last.past, last.text] : last?.past),
    );
  };
  const loadConflict = async (error: unknown) => {
    if (!(error instanceof Failure) || error.code !== 'DRAFT_CHANGED') throw error;
    setConflict(await readWorkflow(id));
  };
  const save = async (): Promise<Edit['base'] | null> => {
    if (!edit || edit.text === edit.base.text) return edit?.base ?? null;
    const { text, base } = edit;
    try {
      const stored = await saveDraft(id, { version: base.version, revision: base.revision, content: text });
      const now = { version: stored.version, revision: stored.draft?.revision ?? 0, text };
      // The person may have typed more meanwhile, so only the base changes.
      setEdit((last) => last && { ...last, base: now });
      setWorkflow(stored);
      return now;
    } catch (error) {
      await loadConflict(error);
      return null;
    }
  };
  const changeDraft = async (change: (seen: Seen) => Promise<AdminWorkflowDetail>) => {
    if (!edit) return;
    const { version, revision } = edit.base;
    await change({ version, revision }).then(adopt, loadConflict);
  };

  return {
    ...resource,
    edit,
    isDirty,
    conflict,
    settled,
    actFailure: failure,
    isBusy,
    adopt,
    /** Replaces the text. With `isStep`, Undo restores the previous one. */
    change: (text: string, isStep = false) =>
      setEdit((last) => last && { ...last, text, past: isStep ? [...last.past, last.text] : last.past }),
    undo: () =>
      setEdit(
        (last) => last && { ...last, text: last.past.at(-1) ?? last.text, past: last.past.slice(0, -1) },
      ),
    save: () => act(async () => void (await save())),
    publish: (comment: string, then: (published: AdminWorkflowDetail) => void) =>
      act(async () => {
        const seen = await save();
        if (!seen) return;
        try {
          const { version, revision } = seen;
          const published = await publishDraft(id, { version, revision, ...(comment && { comment }) });
          setWorkflow(published);
          // The person may have typed more meanwhile.
          setEdit((last) => {
            const next = begin(published);
            return last && last.text !== seen.text ? { ...last, base: next.base } : next;
          });
          then(published);
        } catch (error) {
          await loadConflict(error);
        }
      }),
    drop: () => act(() => changeDraft((seen) => dropDraft(id, seen))),
    restore: (from: number) => act(() => changeDraft((seen) => restoreVersion(id, { ...seen, from }))),
    /** Continues with the person's own text, which overwrites the stored one when it is saved. */
    keepMine: () => {
      if (!conflict) return;
      const { base } = begin(conflict);
      setEdit((last) => last && { ...last, base });
      setWorkflow(conflict);
      setConflict(null);
      setSettled((count) => count + 1);
    },
    takeTheirs: () => conflict && adopt(conflict),
  };
}

export type Editor = ReturnType<typeof useEditor>;

interface Seen {
  readonly version: number;
  readonly revision: number;
}

function begin(workflow: AdminWorkflowDetail, past: readonly string[] = []): Edit {
  const text = selectText(workflow);
  return { text, past, base: { version: workflow.version, revision: workflow.draft?.revision ?? 0, text } };
}
