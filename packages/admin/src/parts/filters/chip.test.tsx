// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { useState } from 'preact/hooks';
import { afterEach, describe, expect, it } from 'vitest';
import { ChoiceChip } from './choice-chip.tsx';
import { TextChip } from './text-chip.tsx';

const options = [
  ['a', 'First'],
  ['b', 'Second'],
] as const;

function Example() {
  const [choice, setChoice] = useState<'a' | 'b' | ''>('a');
  const [text, setText] = useState('');
  return (
    <>
      <ChoiceChip label="Letter" value={choice || undefined} options={options} onChoose={setChoice} />
      <TextChip
        label="Word"
        fieldLabel="Any word"
        value={text || undefined}
        shown={text}
        pattern="[a-z]+"
        onChoose={setText}
      />
    </>
  );
}

afterEach(cleanup);

describe('filter chips', () => {
  it('focuses the chip after a choice and after it was cleared', () => {
    render(<Example />);
    fireEvent.click(screen.getByRole('button', { name: 'Letter First' }));
    screen.getByRole('button', { name: 'Second' }).focus();
    fireEvent.click(screen.getByRole('button', { name: 'Second' }));
    expect(document.activeElement?.textContent).toBe('Letter Second');
    expect(screen.queryByRole('button', { name: 'Any' })).toBeNull();
    screen.getByRole('button', { name: 'Remove the filter Letter' }).focus();
    fireEvent.click(screen.getByRole('button', { name: 'Remove the filter Letter' }));
    expect(document.activeElement?.textContent).toBe('Letter ');
  });

  it('applies a typed text without the white space around it, and focuses the chip', () => {
    render(<Example />);
    fireEvent.click(screen.getByRole('button', { name: 'Word' }));
    const field = screen.getByLabelText<HTMLInputElement>('Any word');
    field.value = ' word ';
    expect(field.checkValidity()).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
    expect(document.activeElement?.textContent).toBe('Word word');
    expect(screen.queryByLabelText('Any word')).toBeNull();
  });
});
