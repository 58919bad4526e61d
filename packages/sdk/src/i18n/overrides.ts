import type { Message, PluralForms } from '@vendor/texts/message';
import type { MessageKey, Messages } from '@vendor/texts/messages';

/** Overrides for single texts. A text with plural forms takes one text for all counts, or forms with at least `other`. */
export type MessageOverrides = { readonly [Key in MessageKey]?: string | Messages[Key] | undefined };

/** Texts after the overrides, and the keys of unusable overrides. */
export interface OverriddenMessages {
  readonly messages: Partial<Messages>;
  readonly ignored: readonly string[];
}

/**
 * Applies an integrator's overrides to the texts of a language. They come from a page's script and are checked as data: an
 * unknown key is ignored and reported, and so is a value that is not a text. Plural forms are accepted for a text that has
 * plural forms itself.
 */
export function applyOverrides(messages: Partial<Messages>, overrides: unknown): OverriddenMessages {
  const merged: Record<string, Message> = { ...messages };
  const ignored: string[] = [];
  for (const key of listKeys(overrides)) {
    const value = readPlainValue(overrides as object, key);
    if (value === undefined) continue;
    const original = Object.keys(messages).includes(key) && messages[key as MessageKey];
    if (original && fits(value, original)) merged[key] = value;
    else ignored.push(key);
  }
  return { messages: merged as Partial<Messages>, ignored };
}

function listKeys(overrides: unknown): string[] {
  try {
    return typeof overrides === 'object' && overrides !== null ? Object.keys(overrides) : [];
  } catch {
    return []; // a proxy that throws
  }
}

/**
 * Returns a text, or a copy of possible plural forms, so that the checked value is the displayed one; null if reading it
 * throws.
 */
function readPlainValue(overrides: object, key: string): unknown {
  try {
    const value: unknown = Reflect.get(overrides, key);
    return typeof value === 'object' ? { ...value } : value;
  } catch {
    return null;
  }
}

function fits(value: unknown, original: Message): value is Message {
  if (typeof value === 'string') return value.trim() !== '';
  return typeof original !== 'string' && isPluralForms(value);
}

function isPluralForms(value: unknown): value is PluralForms {
  return (
    typeof value === 'object' &&
    value !== null &&
    'other' in value &&
    Object.values(value).every((form) => typeof form === 'string')
  );
}
