// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact';
import { useState } from 'preact/hooks';
import { afterEach, expect, test } from 'vitest';
import { exampleRun } from '../../testing/example-run.ts';
import { stubDialogs } from '../../testing/stub-dialogs.ts';
import { Reveal } from './reveal.tsx';

afterEach(cleanup);

function Page() {
  const [isMasked, setMasked] = useState(true);
  return <Reveal run={exampleRun({ isMasked })} onReveal={async () => setMasked(false)} />;
}

test('announces that data is revealed in an element that was there before, and focuses it', async () => {
  stubDialogs();
  render(<Page />);
  const status = screen.getByRole('status');
  expect(status.textContent).toBe('');
  fireEvent.click(screen.getByRole('button', { name: 'Reveal personal data' }));
  fireEvent.input(await screen.findByLabelText('Reason'), { target: { value: 'To compare it' } });
  fireEvent.click(screen.getByRole('button', { name: 'Reveal' }));
  await waitFor(() => expect(document.activeElement).toBe(status));
  expect(status.textContent).toMatch(/^Personal data is shown\./);
  expect(screen.queryByRole('dialog')).toBeNull();
});
