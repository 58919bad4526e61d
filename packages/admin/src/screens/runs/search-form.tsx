import type { AdminSearchRequest } from '@vendor/contract/admin';
import { Search } from 'lucide-preact';
import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { runs } from '../../texts/en/runs.ts';

const { search: texts } = runs;

/** Searches for one exact value. The value is sent in the body of a request, never in an address. */
export function SearchForm(props: {
  input: RefObject<HTMLInputElement>;
  onSearch: (search: AdminSearchRequest) => void;
}) {
  const [by, setBy] = useState<AdminSearchRequest['by']>('id');
  const { input, onSearch } = props;
  return (
    <search aria-label={texts.label}>
      <form
        class="search"
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          const value = input.current?.value.trim();
          if (value) onSearch({ by, value });
        }}
      >
        <select
          aria-label={texts.by}
          value={by}
          onChange={(event) => setBy(event.currentTarget.value as AdminSearchRequest['by'])}
        >
          {Object.entries(texts.kinds).map(([kind, name]) => (
            <option key={kind} value={kind}>
              {name}
            </option>
          ))}
        </select>
        <input
          ref={input}
          aria-label={texts.value}
          placeholder={texts.placeholders[by]}
          maxLength={500}
          spellcheck={false}
          enterkeyhint="search"
        />
        <button type="submit" class="button">
          <Search size={16} aria-hidden="true" />
          <span class="wide">{texts.submit}</span>
          <span class="hidden narrow">{texts.submit}</span>
        </button>
      </form>
    </search>
  );
}
