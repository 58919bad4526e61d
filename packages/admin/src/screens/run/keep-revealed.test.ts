import { expect, it } from 'vitest';
import { exampleRun } from '../../testing/example-run.ts';
import { keepRevealed } from './keep-revealed.ts';

const cell = (text: string, isMasked: boolean) => [{ name: 'user_fullname', value: { text, isMasked } }];
const masked = exampleRun({ status: 'APPROVED', revision: 5, inputs: cell('E…n', true) });
const revealed = exampleRun({ isMasked: false, inputs: cell('Erika Mustermann', false) });

it('keeps revealed personal data when the run changes', () => {
  expect(keepRevealed(revealed, masked)).toMatchObject({
    status: 'APPROVED',
    revision: 5,
    isMasked: false,
    inputs: revealed.inputs,
  });
});

it('drops revealed data if the run was purged or is another', () => {
  const purged = { ...masked, purgedAt: '2026-11-27T09:00:00Z', inputs: [] };
  expect(keepRevealed(revealed, purged)).toBe(purged);
  const other = { ...masked, id: 'other' };
  expect(keepRevealed(revealed, other)).toBe(other);
});

it('returns the run as read if nothing was revealed', () => {
  expect(keepRevealed(null, masked)).toBe(masked);
  expect(keepRevealed(exampleRun(), masked)).toBe(masked);
});
