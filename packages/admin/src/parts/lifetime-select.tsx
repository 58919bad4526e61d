import { links as texts } from '../texts/en/links.ts';

/** Choice of the lifetime of a link, in seconds, submitted as `expiresIn`. */
export function LifetimeSelect() {
  return (
    <label class="field">
      {texts.lifetime}
      <select name="expiresIn" defaultValue="604800">
        {texts.lifetimes.map(([seconds, words]) => (
          <option key={seconds} value={seconds} selected={seconds === 604_800}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
