import type { FlowLook } from '@vendor/contract';
import type { ParsedConfiguration } from '../config/parse-configuration.ts';
import { storableLook } from './storable-look.ts';

/** What a flow is to look and speak like in its window. Whether a colour is a colour the flow there says, as it does everywhere. */
export function lookOf({
  language,
  theme,
  messages,
}: Pick<ParsedConfiguration, 'language' | 'theme' | 'messages'>): FlowLook {
  return storableLook(language, plainCopy('theme', theme), plainCopy('messages', messages));
}

/** A value as it can be sent; nothing of one that refers to itself or throws when it is read: the flow opens without it. */
function plainCopy(name: string, value: unknown): unknown {
  if (value === undefined) return undefined;
  try {
    return JSON.parse(JSON.stringify(value));
  } catch {
    console.warn(`VendorOrchestration: ${name} cannot be used and is ignored.`);
    return undefined;
  }
}
