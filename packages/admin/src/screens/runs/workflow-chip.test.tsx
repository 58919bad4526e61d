// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import type { AdminWorkflow } from '@vendor/contract/admin';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionState } from '../../session.ts';
import { exampleRow } from '../../testing/example-run.ts';
import { exampleSession } from '../../testing/example-session.ts';
import { stubService } from '../../testing/stub-service.ts';
import { WorkflowChip } from './workflow-chip.tsx';

const workflow = (id: string, name: string, version = 1): AdminWorkflow => ({
  id,
  name,
  version,
  active: id !== 'w3',
  createdAt: '2026-11-27T09:00:00.000Z',
  hasDraft: false,
});
const workflows = [
  workflow('w1', 'Know your customer', 3),
  workflow('w2', 'Driver <b>onboarding</b>'),
  workflow('w3', 'Customer refund'),
];
const onChoose = vi.fn();

beforeEach(() => {
  onChoose.mockClear();
  sessionState.value = { kind: 'in', session: exampleSession({ acts: ['workflow.read'] }) };
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  sessionState.value = { kind: 'loading' };
});

function show(filters: Parameters<typeof WorkflowChip>[0]['filters'], rows = [exampleRow()]) {
  const service = stubService({ 'GET workflows': () => ({ workflows }) });
  render(<WorkflowChip filters={filters} rows={rows} onChoose={onChoose} />);
  return service;
}

describe('filter by workflow', () => {
  it('names a workflow that no row on the page contains', async () => {
    show({ workflow: 'w1', version: '2' });
    expect((await screen.findByText('Know your customer v2')).tagName).toBe('B');
  });

  it('requests no list of workflows while a row names the workflow', () => {
    const row = exampleRow();
    const { calls } = show({ workflow: row.workflow.id }, [row]);
    expect(screen.getByText(row.workflow.name)).toBeDefined();
    expect(calls).toEqual([]);
  });

  it('reports a workflow that is not one of the account', async () => {
    show({ workflow: 'elsewhere' });
    expect(await screen.findByText('Unknown workflow')).toBeDefined();
  });

  it('narrows the list of workflows by words in any order and selects the first by Enter', async () => {
    show({});
    fireEvent.click(screen.getByRole('button', { name: 'Workflow' }));
    await screen.findByRole('button', { name: 'Customer refund inactive' });
    const input = screen.getByRole('searchbox', { name: 'Find a workflow' });
    fireEvent.input(input, { target: { value: 'customer KNOW' } });
    expect(screen.queryByRole('button', { name: /refund/ })).toBeNull();
    fireEvent.keyDown(input, { key: 'Enter' });
    expect(onChoose).toHaveBeenCalledWith({ workflow: 'w1', version: '' });
  });

  it('shows names of workflows as text and moves between them by arrow keys', async () => {
    show({});
    fireEvent.click(screen.getByRole('button', { name: 'Workflow' }));
    const item = await screen.findByRole('button', { name: 'Driver <b>onboarding</b>' });
    const input = screen.getByRole('searchbox', { name: 'Find a workflow' });
    expect(document.activeElement).toBe(input);
    for (const _ of [0, 1, 2]) fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(item);
  });

  it('offers the versions of the chosen workflow', async () => {
    show({ workflow: 'w1' });
    await screen.findByText('Know your customer');
    fireEvent.click(screen.getByRole('button', { name: /^Workflow/ }));
    fireEvent.change(await screen.findByLabelText('Version'), { target: { value: '3' } });
    expect(onChoose).toHaveBeenCalledWith({ version: '3' });
  });

  it('reports that no workflow has the typed name', async () => {
    show({});
    fireEvent.click(screen.getByRole('button', { name: 'Workflow' }));
    await screen.findByRole('button', { name: /refund/ });
    fireEvent.input(screen.getByRole('searchbox', { name: 'Find a workflow' }), { target: { value: 'x' } });
    await waitFor(() => expect(screen.getByText('No workflow has this name.')).toBeDefined());
    fireEvent.keyDown(screen.getByRole('searchbox', { name: 'Find a workflow' }), { key: 'Enter' });
    expect(onChoose).not.toHaveBeenCalled();
  });
});
