// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import {
  type AdminWorkflowDetail,
  adminDraftRequestSchema,
  adminPublishRequestSchema,
  adminTrialRequestSchema,
  adminTrialSchema,
  adminWorkflowDetailSchema,
} from '@vendor/contract/admin';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isExpired, sessionState } from '../../session.ts';
import { exampleSession } from '../../testing/example-session.ts';
import { stubService } from '../../testing/stub-service.ts';
import { exampleDefinitions } from './examples.ts';
import { WorkflowScreen } from './workflow-screen.tsx';

const author = { kind: 'person', id: 'q', name: 'A colleague' };
const definition = exampleDefinitions.amount;
const written = JSON.stringify(definition, null, 2);

/** New for each test, because unsaved texts are kept by id. */
let id: string;
let place: string;
let stored: AdminWorkflowDetail;
let service: ReturnType<typeof stubService>;
let faults: { pointer: string; detail: string }[];

const draftOf = (content: string, revision: number): AdminWorkflowDetail['draft'] => ({
  content,
  revision,
  savedAt: '2026-02-01T00:00:00.000Z',
  author,
  faults: [],
});

beforeEach(() => {
  id = crypto.randomUUID();
  place = `workflows/${id}`;
  faults = [];
  stored = adminWorkflowDetailSchema.parse({
    id,
    name: 'Know your customer',
    active: true,
    version: 2,
    createdAt: '2026-01-01T00:00:00.000Z',
    hasDraft: false,
    requiredInputs: ['user_id'],
    definition,
    versions: [
      { version: 2, publishedAt: '2026-01-02T00:00:00.000Z', author, comment: '<b>Ask</b> for a selfie' },
      { version: 1, publishedAt: null, author: null, comment: null },
    ],
    draft: null,
  });
  service = stubService({
    [`GET ${place}`]: () => stored,
    [`PUT ${place}/draft`]: (body) => {
      const { content, version, revision } = adminDraftRequestSchema.parse(body);
      if (version !== stored.version || revision !== (stored.draft?.revision ?? 0))
        return service.refuse(409, 'DRAFT_CHANGED', 'Somebody else was faster.');
      stored = { ...stored, hasDraft: true, draft: draftOf(content, revision + 1) };
      return stored;
    },
    [`POST ${place}/draft/publish`]: (body) => {
      const { version, revision } = adminPublishRequestSchema.parse(body);
      if (version !== stored.version || revision !== stored.draft?.revision)
        return service.refuse(409, 'DRAFT_CHANGED', 'Somebody else was faster.');
      const published = JSON.parse(stored.draft.content);
      stored = { ...stored, version: version + 1, definition: published, hasDraft: false, draft: null };
      return stored;
    },
    'POST workflows/try': (body) => {
      adminTrialRequestSchema.parse(body);
      return adminTrialSchema.parse({
        faults,
        factFaults: [],
        requiredInputs: [],
        missing: ['user_id'],
        steps: [],
      });
    },
  });
  sessionState.value = {
    kind: 'in',
    session: exampleSession({ acts: ['workflow.read', 'workflow.change'] }),
  };
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  sessionState.value = { kind: 'loading' };
  document.querySelector('title')?.remove();
});

const editor = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'JSON' });
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const type = async (text: string) => fireEvent.input(await editor(), { target: { value: text } });
const renamed = written.replaceAll('is-large', 'is-very-large');

describe('workflow screen', () => {
  it('updates the outline while the definition is typed', async () => {
    render(<WorkflowScreen id={id} />);
    const outline = within(await screen.findByRole('region', { name: 'Outline' }));
    outline.getByText('Transaction amount is at least 1000');
    expect(outline.getByRole('region', { name: 'is-large: If so' }).textContent).toContain('Selfie');
    await type(renamed.replace('1000', '50'));
    await outline.findByText('Transaction amount is at least 50');
    outline.getByText('is-very-large');
  });

  it('shows a fault at its line and its step, and blocks publishing', async () => {
    faults = [{ pointer: '/nodes/is-large/if/fact', detail: 'is never known there' }];
    render(<WorkflowScreen id={id} />);
    await type(written.replace('transaction_amount', 'unknown_input'));
    await screen.findAllByText(/is never known there/);
    const line = 1 + written.split('\n').findIndex((text) => text.includes('"fact"'));
    expect(button('Publish').getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(button('Publish'));
    expect(screen.queryByRole('dialog')).toBeNull();
    const outline = within(screen.getByRole('region', { name: 'Outline' }));
    outline.getByText(/is never known there/);
    fireEvent.click(button(`Line ${line}`));
    const field = await editor();
    expect(document.activeElement).toBe(field);
    expect(field.value.slice(field.selectionStart, field.selectionEnd)).toContain('"fact"');
  });

  it('detects invalid JSON itself, keeps the last outline, and does not save', async () => {
    render(<WorkflowScreen id={id} />);
    const outline = within(await screen.findByRole('region', { name: 'Outline' }));
    await type(written.slice(0, -1));
    await screen.findByText(/stops being valid JSON/);
    outline.getByText('is-large');
    expect(button('Save draft').getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(button('Save draft'));
    fireEvent.keyDown(await editor(), { key: 's', ctrlKey: true });
    expect(service.calls.some(({ name }) => name.startsWith('PUT'))).toBe(false);
  });

  it('changes the text through the outline and reverts it by Undo', async () => {
    render(<WorkflowScreen id={id} />);
    const outline = within(await screen.findByRole('region', { name: 'Outline' }));
    fireEvent.click(outline.getByRole('button', { name: /^Selfie/ }));
    fireEvent.click(await outline.findByRole('button', { name: 'Remove' }));
    const field = await editor();
    await waitFor(() => expect(JSON.parse(field.value).nodes).not.toHaveProperty('selfie'));
    fireEvent.click(button('Undo'));
    await waitFor(() => expect(field.value).toBe(written));
  });

  it('moves through the steps of the outline by arrow keys', async () => {
    render(<WorkflowScreen id={id} />);
    const outline = within(await screen.findByRole('region', { name: 'Outline' }));
    const first = outline.getByRole('button', { name: /^Identity document/ });
    first.focus();
    fireEvent.keyDown(first, { key: 'ArrowDown' });
    expect(document.activeElement?.getAttribute('data-step')).toBe('is-large');
  });

  it('saves the text in the editor, then publishes it with a comment', async () => {
    render(<WorkflowScreen id={id} />);
    await type(renamed);
    await waitFor(() => expect(button('Publish').getAttribute('aria-disabled')).toBe('false'));
    fireEvent.click(button('Publish'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish version 3?' }));
    expect(dialog.getAllByText(/is-very-large/).length).toBeGreaterThan(0);
    fireEvent.input(dialog.getByLabelText('Reason for the change'), { target: { value: ' Clearer name ' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Publish' }));
    await screen.findByText(/Version 3 is published/);
    expect(service.bodyOf(`PUT ${place}/draft`)).toEqual({ version: 2, revision: 0, content: renamed });
    expect(service.bodyOf(`POST ${place}/draft/publish`)).toEqual({
      version: 2,
      revision: 1,
      comment: 'Clearer name',
    });
    await screen.findByText('No changes since the current version');
  });

  it('keeps what is typed while a version is being published', async () => {
    render(<WorkflowScreen id={id} />);
    await type(renamed);
    await waitFor(() => expect(button('Publish').getAttribute('aria-disabled')).toBe('false'));
    fireEvent.click(button('Publish'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish version 3?' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Publish' }));
    const later = renamed.replace('1000', '3000');
    await type(later);
    await screen.findByText(/Version 3 is published/);
    expect((await editor()).value).toBe(later);
    fireEvent.click(button('Save draft'));
    await waitFor(() => expect(stored.draft?.content).toBe(later));
    expect(service.bodyOf(`PUT ${place}/draft`)).toMatchObject({ version: 3, revision: 0 });
  });

  it('keeps both texts if another person saved first, and continues with either', async () => {
    render(<WorkflowScreen id={id} />);
    await type(renamed);
    const theirs = written.replace('1000', '2000');
    stored = { ...stored, hasDraft: true, draft: draftOf(theirs, 7) };
    fireEvent.click(button('Save draft'));
    const notice = within(await screen.findByRole('alert'));
    notice.getByText(/A colleague saved a draft/);
    notice.getByText(/- .*2000/);
    const field = await editor();
    expect(field.value).toBe(renamed);
    button('Take theirs').focus();
    fireEvent.click(button('Take theirs'));
    await waitFor(() => expect(field.value).toBe(theirs));
    const isStateFocused = () =>
      waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('status'));
    await isStateFocused();
    fireEvent.click(button('Undo'));
    await waitFor(() => expect(field.value).toBe(renamed));
    stored = { ...stored, draft: draftOf(theirs, 8) };
    fireEvent.click(button('Save draft'));
    const mine = await screen.findByRole('button', { name: 'Continue with mine' });
    mine.focus();
    fireEvent.click(mine);
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    await isStateFocused();
    fireEvent.click(button('Save draft'));
    await waitFor(() => expect(stored.draft?.content).toBe(renamed));
    expect(service.bodyOf(`PUT ${place}/draft`)).toMatchObject({ version: 2, revision: 8 });
  });

  it.each([
    ['discarded the draft', {}, /The draft was discarded\. Your changes were not saved, but/],
    ['published the draft', { version: 3 }, /The current version is now 3\./],
  ])('says so if another person %s while this one edited it', async (_case, change, text) => {
    stored = { ...stored, hasDraft: true, draft: draftOf(written.replace('1000', '2000'), 7) };
    render(<WorkflowScreen id={id} />);
    await type(renamed);
    stored = { ...stored, hasDraft: false, draft: null, ...change };
    fireEvent.click(button('Save draft'));
    within(await screen.findByRole('alert')).getByText(text);
  });

  it('keeps an unsaved text when its screen is left', async () => {
    const { unmount } = render(<WorkflowScreen id={id} />);
    await type(renamed);
    await screen.findByText('Not saved');
    const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    await waitFor(() => expect(isAsked()).toBe(true));
    isExpired.value = true;
    expect(isAsked()).toBe(false);
    isExpired.value = false;
    unmount();
    render(<WorkflowScreen id={id} />);
    expect((await editor()).value).toBe(renamed);
    fireEvent.click(button('Discard draft'));
    const discard = await screen.findByRole('button', { name: 'Discard' });
    discard.focus();
    fireEvent.click(discard);
    await screen.findByText('No changes since the current version');
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('status'));
  });

  it('shows comments of versions as text, and allows read-only roles no change', async () => {
    sessionState.value = { kind: 'in', session: exampleSession({ acts: ['workflow.read'] }) };
    render(<WorkflowScreen id={id} />);
    await screen.findByText('<b>Ask</b> for a selfie');
    expect((await editor()).readOnly).toBe(true);
    expect(screen.queryByRole('button', { name: /Publish|Save|Restore|Rename|Import/ })).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('switch').disabled).toBe(true);
  });
});
