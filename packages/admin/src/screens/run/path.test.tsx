// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/preact';
import { afterEach, expect, it } from 'vitest';
import { Path } from './path.tsx';

afterEach(cleanup);

it('explains each comparison of a condition, with the actual value and what would have led the other way', () => {
  const comparison = { fact: 'inputs.user_country', is: 'equal-to', value: 'DE', truth: 'true' } as const;
  render(
    <Path
      nodes={[
        {
          nodeId: 'is-german',
          kind: 'condition',
          status: null,
          taken: 'if',
          sentence: 'The condition held: continued at "end".',
          comparisons: [
            {
              ...comparison,
              sentence: 'User country is Germany – yes.',
              actual: { text: 'Germany', isMasked: false },
            },
            { ...comparison, fact: 'inputs.email', sentence: 'Email is known – no.', actual: null },
          ],
          otherwise: 'The other branch would have been taken if this had not held: User country is Germany.',
        },
      ]}
    />,
  );
  const texts = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(texts[1]).toBe('User country is Germany – yes. Value: Germany');
  expect(texts[2]).toBe('Email is known – no. Value: not known');
  expect(texts[0]).toMatch(/not knownThe other branch would have been taken if/);
});
