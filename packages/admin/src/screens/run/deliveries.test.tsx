// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/preact';
import type { AdminExecution } from '@vendor/contract/admin';
import { afterEach, describe, expect, test } from 'vitest';
import { sessionState } from '../../session.ts';
import { exampleRun } from '../../testing/example-run.ts';
import { exampleSession } from '../../testing/example-session.ts';
import { Deliveries } from './deliveries.tsx';

const delivery: AdminExecution['deliveries'][number] = {
  id: '6f0c1f3e-6a1b-4c55-9f6d-1c1b2b7f0a12',
  endpointId: '5f0c1f3e-6a1b-4c55-9f6d-1c1b2b7f0a11',
  event: 'orchestration/workflow_execution_finished',
  url: 'https://shop.example/hooks?…',
  state: 'undelivered',
  attempts: 9,
  lastStatus: 503,
  lastError: 'HTTP_503',
  emittedAt: '2026-11-27T09:00:00.000Z',
};

afterEach(() => {
  cleanup();
  sessionState.value = { kind: 'loading' };
});

describe('deliveries of a run', () => {
  test.each([
    ['links deliveries to the log of their run for people who may see webhooks', ['endpoint.read'], 1],
    ['shows other people only the address of a delivery', [], 0],
  ])('%s', async (_title, acts, links) => {
    sessionState.value = { kind: 'in', session: exampleSession({ acts }) };
    const run = exampleRun({ deliveries: [delivery] });
    render(<Deliveries run={run} onDone={async () => {}} />);
    await screen.findByText(delivery.url);
    const found = screen.queryAllByRole('link', { name: delivery.url });
    expect(found.map((link) => link.getAttribute('href'))).toEqual(
      Array(links).fill(
        `/admin/settings/webhooks/${delivery.endpointId}?mode=${run.mode}&execution=${run.id}&delivery=${delivery.id}`,
      ),
    );
  });
});
