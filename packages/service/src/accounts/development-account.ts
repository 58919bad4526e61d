import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { readPrivateFile, writePrivateFile } from '../secrets/private-file.ts';
import { type WorkflowDefinition, workflowDefinitionSchema } from '../workflows/definition.ts';
import type { WorkflowNode } from '../workflows/node.ts';
import { type ApiKeyStore, createApiKey, findApiKey } from './api-key.ts';

/** Content of `dev.json`: what a developer's tools need to use the service on this machine. */
const developmentFileSchema = z.object({
  baseUrl: z.string(),
  demoUrl: z.string(),
  apiKey: z.string(),
  webhookSecret: z.string(),
  workflows: z.array(z.object({ id: z.string(), name: z.string() })),
  /** One-time link that signs in to the Admin Panel; created by each start. */
  adminLink: z.string().optional(),
});
export type DevelopmentFile = z.infer<typeof developmentFileSchema>;

/** Store of the development account. */
export interface DevelopmentStore extends ApiKeyStore {
  findAccount(): Promise<{ id: string; workflows: { id: string; name: string }[] } | null>;
  createAccount(account: { name: string; workflows: NewWorkflow[]; now: number }): Promise<string>;
  addApiKey(accountId: string, key: { id: string; hash: string; now: number }): Promise<void>;
  /**
   * Sets the address of the account's endpoint. Creates the endpoint if the account has none.
   *
   * @returns its signing secret.
   */
  ensureEndpoint(accountId: string, url: string, now: number): Promise<string>;
}

export interface NewWorkflow {
  readonly name: string;
  readonly definition: WorkflowDefinition;
}

/** Name of the development account, which requests the verification: the shop of the demo. */
export const demoShop = 'Harbour Outfitters';

const passportOrCard: Extract<WorkflowNode, { kind: 'document' }>['accepts'] = [
  { type: 'PASSPORT', sides: ['front'] },
  { type: 'NATIONAL_ID', sides: ['front', 'back'] },
  { type: 'RESIDENT_PERMIT', sides: ['front', 'back'] },
];

/** Workflows of a new account. */
export const exampleWorkflows: readonly NewWorkflow[] = [
  {
    name: 'Identity document',
    definition: workflowDefinitionSchema.parse({
      start: 'document',
      nodes: {
        document: {
          kind: 'document',
          accepts: passportOrCard,
          next: 'end',
        },
        end: { kind: 'end' },
      },
    }),
  },
  {
    name: 'Document and selfie',
    definition: workflowDefinitionSchema.parse({
      start: 'document',
      nodes: {
        document: { kind: 'document', accepts: passportOrCard, next: 'selfie' },
        selfie: { kind: 'selfie', match: 'document', next: 'end' },
        end: { kind: 'end' },
      },
    }),
  },
  {
    name: 'E-mail and phone',
    definition: workflowDefinitionSchema.parse({
      start: 'email',
      nodes: {
        email: { kind: 'email', next: 'phone' },
        phone: { kind: 'phone', next: 'end' },
        end: { kind: 'end' },
      },
    }),
  },
];

/** How the development account was found. */
export type DevelopmentOutcome = 'created' | 'kept' | 'new-key';

/**
 * Creates what a developer needs to use the service at once: an account with a key, three workflows and a webhook to the demo,
 * described in a file that only its owner can read. Later starts keep them, and update only what the environment changed. If
 * the file was lost, adds a new key.
 */
export async function ensureDevelopmentAccount(
  {
    store,
    clock,
    file,
    makeAdminLink,
  }: {
    store: DevelopmentStore;
    clock: Clock;
    file: string;
    /** Makes a one-time link to the Admin Panel for an account. */
    makeAdminLink: (accountId: string) => Promise<string>;
  },
  { baseUrl, demoUrl }: { baseUrl: string; demoUrl: string },
): Promise<DevelopmentOutcome> {
  const now = clock.now();
  const found = await store.findAccount();
  const accountId =
    found?.id ?? (await store.createAccount({ name: demoShop, workflows: [...exampleWorkflows], now }));
  const webhookSecret = await store.ensureEndpoint(accountId, `${demoUrl}/webhooks`, now);
  const known = await knownKey(store, accountId, file, now);
  const apiKey = known ?? (await addKey(store, accountId, now));
  const account = found ?? (await store.findAccount());
  const content: DevelopmentFile = {
    baseUrl,
    demoUrl,
    apiKey,
    webhookSecret,
    workflows: account?.workflows ?? [],
    adminLink: await makeAdminLink(accountId),
  };
  writePrivateFile(file, `${JSON.stringify(content, null, 2)}\n`);
  if (!found) return 'created';
  return known ? 'kept' : 'new-key';
}

/** Returns the key in the file if it still belongs to the account. */
async function knownKey(
  store: DevelopmentStore,
  accountId: string,
  file: string,
  now: number,
): Promise<string | null> {
  const parsed = developmentFileSchema.safeParse(readJson(file));
  if (!parsed.success) return null;
  const key = await findApiKey(store, parsed.data.apiKey, now);
  return key?.accountId === accountId ? parsed.data.apiKey : null;
}

async function addKey(store: DevelopmentStore, accountId: string, now: number): Promise<string> {
  const { key, id, hash } = createApiKey('test');
  await store.addApiKey(accountId, { id, hash, now });
  return key;
}

/** Reads the file. Treats a damaged file like a missing one: it is written again. */
function readJson(file: string): unknown {
  try {
    return JSON.parse(readPrivateFile(file) ?? 'null');
  } catch {
    return null;
  }
}
