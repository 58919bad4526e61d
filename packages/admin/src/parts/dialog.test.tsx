// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/preact';
import { useState } from 'preact/hooks';
import { afterEach, expect, test } from 'vitest';
import { stubDialogs } from '../testing/stub-dialogs.ts';
import { Dialog } from './dialog.tsx';

afterEach(cleanup);

function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Dialog title="Reason" onClose={() => setOpen(false)}>
          <textarea aria-label="Why" />
        </Dialog>
      )}
    </>
  );
}

test('opens a dialog before the next event, so that text typed at once goes into it', async () => {
  stubDialogs();
  render(<Page />);
  screen.getByText('Open').click();
  await Promise.resolve();
  expect(screen.getByRole('dialog')).toHaveProperty('open', true);
});
