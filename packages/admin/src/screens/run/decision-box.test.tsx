// @vitest-environment jsdom
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exampleRun } from '../../testing/example-run.ts';
import { DecisionBox } from './decision-box.tsx';

const calls: { url: string; body: unknown }[] = [];
let reply: () => Response;

// Ends only tests that hang: importing a screen can take long on a busy machine.
configure({ asyncUtilTimeout: 50_000 });

beforeEach(() => {
  calls.length = 0;
  reply = () => Response.json({ data: { revision: 5 } });
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    calls.push({ url, body: JSON.parse(String(body)) });
    return reply();
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const key = (name: string) => fireEvent.keyDown(document.body, { key: name });
const saveButton = () => screen.getByRole('button', { name: /^(Save|Choose)/ });
const isSaveDisabled = () => saveButton().getAttribute('aria-disabled') === 'true';
const comment = () => screen.getByLabelText<HTMLTextAreaElement>('Comment');

describe('decision box', () => {
  it('decides by keys, and confirms once the run is read again', async () => {
    let readAgain = () => {};
    const onDone = vi.fn(() => new Promise<void>((resolve) => (readAgain = resolve)));
    render(<DecisionBox run={exampleRun()} onDone={onDone} />);
    expect(isSaveDisabled()).toBe(true);
    fireEvent.click(saveButton());
    key('d');
    expect(document.activeElement).toBe(saveButton());
    await waitFor(() => expect(isSaveDisabled()).toBe(false));
    expect(calls).toEqual([]);
    fireEvent.input(comment(), { target: { value: '  Photo was replaced. ' } });
    fireEvent.click(saveButton());
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(calls).toEqual([
      {
        url: `/admin-api/v1/executions/${exampleRun().id}/decision`,
        body: { status: 'DECLINED', revision: 4, comment: 'Photo was replaced.' },
      },
    ]);
    expect(screen.queryByText('Your decision is saved: Declined.')).toBeNull();
    readAgain();
    expect(await screen.findByText('Your decision is saved: Declined.')).toBeDefined();
    expect(isSaveDisabled()).toBe(true);
    expect(document.activeElement).toBe(saveButton());
  });

  it('ignores keys while the person is typing', () => {
    render(<DecisionBox run={exampleRun()} onDone={async () => {}} />);
    fireEvent.keyDown(comment(), { key: 'a' });
    expect(isSaveDisabled()).toBe(true);
  });

  it('counts code points of a comment and rejects one too many', async () => {
    render(<DecisionBox run={exampleRun()} onDone={async () => {}} />);
    key('a');
    await waitFor(() => expect(isSaveDisabled()).toBe(false));
    fireEvent.input(comment(), { target: { value: '😀'.repeat(250) } });
    expect(screen.getByText('0 characters left')).toBeDefined();
    fireEvent.input(comment(), { target: { value: '😀'.repeat(251) } });
    expect(screen.getByText('1 characters too many')).toBeDefined();
    expect(isSaveDisabled()).toBe(true);
  });

  it('shows what changed if another person decided first, and keeps the comment', async () => {
    reply = () =>
      Response.json(
        {
          code: 'EXECUTION_CHANGED',
          status: 409,
          detail: '',
          requestId: 'r',
          changed: {
            revision: 5,
            status: 'APPROVED',
            decisions: [
              {
                id: 'x',
                status: 'APPROVED',
                by: { kind: 'person', id: 'p', name: 'A colleague' },
                decidedAt: '2026-11-27T09:00:00Z',
              },
            ],
          },
        },
        { status: 409 },
      );
    render(<DecisionBox run={exampleRun()} onDone={async () => {}} />);
    key('d');
    fireEvent.input(comment(), { target: { value: 'Mine' } });
    fireEvent.click(saveButton());
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('It is now Approved'));
    expect(screen.getByRole('alert').textContent).toContain('A colleague');
    expect(comment().value).toBe('Mine');
  });

  it('says why no decision is possible, and ignores its keys', () => {
    const may = { ...exampleRun().may, decide: 'ROLE' as const };
    render(<DecisionBox run={exampleRun({ may })} onDone={async () => {}} />);
    expect(screen.getByText('Your role may not decide.')).toBeDefined();
    key('a');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('shows earlier comments as text with author and time', () => {
    const decision = {
      id: 'x',
      status: 'DECLINED' as const,
      by: { kind: 'person', id: 'p', name: 'A colleague' },
      decidedAt: '2026-11-27T09:00:00Z',
      hasComment: true,
      comment: '<img src=x onerror=alert(1)>',
    };
    render(<DecisionBox run={exampleRun({ decisions: [decision] })} onDone={async () => {}} />);
    expect(screen.getByText('<img src=x onerror=alert(1)>')).toBeDefined();
    expect(screen.getByText(/A colleague/)).toBeDefined();
    expect(document.querySelector('img')).toBeNull();
  });
});
