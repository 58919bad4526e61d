import {
  plainDocumentNumber,
  plainEmail,
  plainPhone,
  type SearchedWord,
  searchedWords,
} from '@vendor/checks/search';
import type { Inputs } from '@vendor/contract';
import type { CheckFindings } from '../../check-kinds/check-findings.ts';
import type { Vault } from '../../secrets/vault.ts';
import type { SearchHash, SearchKind } from '../stored-execution.ts';

/** Kinds of values by which executions can be searched. */
export const searchKinds: readonly SearchKind[] = ['user-id', 'email', 'phone', 'document-number', 'name'];

/** Maximum number of spellings of one word of a name that are stored, and that are searched for. */
const spellings = { stored: 4, sought: 64 } as const;

/** Maximum number of words of names that are hashed per execution. */
const maxWords = 24;

/** 96 bits, in base64url: two values in a thousand million rows collide once in 10¹¹ such databases. */
const hashLength = 16;

/** Computes the hashes of values in the start request or a form. */
export function hashesOfInputs(vault: Vault, accountId: string, inputs: Partial<Inputs>): SearchHash[] {
  const { user_id, email, phone_number, user_photoid_number } = inputs;
  const { user_fullname, user_firstname, user_middlename, user_lastname } = inputs;
  return hashesOf(vault, accountId, {
    'user-id': [user_id],
    email: [email],
    phone: [phone_number],
    'document-number': [user_photoid_number],
    name: [user_fullname, user_firstname, user_middlename, user_lastname],
  });
}

/** Computes the hashes of values that a check read from a document. */
export function hashesOfFindings(
  vault: Vault,
  accountId: string,
  findings: CheckFindings | null,
): SearchHash[] {
  const { documentNumber, fullName } = findings?.documentCheckExtractedData ?? {};
  return hashesOf(vault, accountId, { 'document-number': [documentNumber], name: [fullName] });
}

/**
 * Computes the hashes to search for. An execution matches if it has one hash of each group; a name has a group for each of its
 * words.
 *
 * @returns null for a value that no execution can have: a phone number without `+`, a name without a letter.
 */
export function hashesToFind(
  vault: Vault,
  accountId: string,
  kind: SearchKind,
  text: string,
): readonly (readonly string[])[] | null {
  const choices = valuesOf(kind, text, spellings.sought);
  if (choices.length === 0) return null;
  return choices.map((choice) => choice.map((value) => hashOf(vault, accountId, kind, value)));
}

function hashesOf(
  vault: Vault,
  accountId: string,
  texts: Partial<Record<SearchKind, readonly (string | null | undefined)[]>>,
): SearchHash[] {
  return searchKinds.flatMap((kind) => {
    const known = (texts[kind] ?? []).filter((text) => typeof text === 'string');
    const words = known.flatMap((text) => valuesOf(kind, text, spellings.stored)).slice(0, maxWords);
    return [...new Set(words.flat())].map((value) => ({ kind, hash: hashOf(vault, accountId, kind, value) }));
  });
}

/** Returns the normalised spellings of a value, word by word. */
function valuesOf(kind: SearchKind, text: string, maxSpellings: number): SearchedWord[] {
  if (kind === 'name') return searchedWords(text, maxSpellings);
  const value = plainValue[kind](text);
  return value === null || value === '' ? [] : [[value]];
}

const plainValue: Record<Exclude<SearchKind, 'name'>, (text: string) => string | null> = {
  'user-id': (text) => text.normalize('NFC'),
  email: plainEmail,
  phone: plainPhone,
  'document-number': plainDocumentNumber,
};

function hashOf(vault: Vault, accountId: string, kind: SearchKind, value: string): string {
  return vault.keyedHash('search', JSON.stringify([accountId, kind, value])).slice(0, hashLength);
}
