import { test as base, expect } from '@playwright/test';
import { barriersOf } from './barriers-of.ts';
import { extendTimeouts } from './extend-timeouts.ts';
import { FlowPage } from './pages/flow-page.ts';
import { KeyboardUser } from './pages/keyboard-user.ts';
import { ShopPage } from './pages/shop-page.ts';
import { photographPages } from './photograph-pages.ts';
import { type ExecutionData, readExecution } from './stage/read-execution.ts';
import { currentStage, type Stage, type WorkflowKind, workflowOf } from './stage/stage.ts';
import type { RecordedDelivery } from './stage/webhook-recorder.ts';
import { watchPage } from './watch-page.ts';

/** An event on its way to the shop, verified with the public library. */
interface VerifiedDelivery {
  readonly id: string;
  readonly envelope: { event: string; timestamp: string; data: ExecutionData };
}

export interface Fixtures {
  stage: Stage;
  shop: ShopPage;
  flow: FlowPage;
  keyboard: KeyboardUser;
  /** Returns every event sent so far, at its first attempt; throws if a signature was invalid. */
  allDeliveries: () => Promise<VerifiedDelivery[]>;
  deliveriesOf: (executionId: string) => Promise<VerifiedDelivery[]>;
  readExecution: (executionId: string) => Promise<ExecutionData>;
  /** Starts an execution as a backend would. */
  startExecution: (
    workflow: WorkflowKind,
    inputs?: Record<string, unknown>,
  ) => Promise<{ executionId: string; token: string }>;
  /** Returns violations of WCAG 2.2 AA in the flow, or on the whole page if no flow is open. */
  findBarriers: () => Promise<string[]>;
}

/** The element whose shadow root holds the flow. */
const flowHost = '[data-vendor-orchestration]';

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture depends on from this pattern.
  stage: ({}, use) => use(currentStage()),
  baseURL: ({ stage }, use) => use(stage.shopUrl),

  context: async ({ context }, use, info) => {
    await extendTimeouts(context);
    await use(context);
    if (info.status !== info.expectedStatus) await photographPages(context, info);
  },

  /** Watches every page of every journey: no policy violation, no foreign request, no uncaught error. */
  page: async ({ page, stage }, use) => {
    const offences = await watchPage(page, [stage.shopUrl, stage.serviceUrl]);
    await use(page);
    expect(offences, 'offences seen while the journey ran').toEqual([]);
  },

  shop: ({ page }, use) => use(new ShopPage(page)),
  flow: ({ page }, use) => use(new FlowPage(page)),
  keyboard: ({ page }, use) => use(new KeyboardUser(page)),

  allDeliveries: ({ stage }, use) =>
    use(async () => {
      const recorded: RecordedDelivery[] = await (await fetch(`${stage.recorderUrl}/deliveries`)).json();
      const events = new Map<string, VerifiedDelivery>();
      for (const { headers, body, fault } of recorded) {
        expect(fault, 'what is wrong with the signature').toBeNull();
        const id = headers['webhook-id'] ?? '';
        // An attempt without a timely reply is repeated under the same id.
        if (!events.has(id)) events.set(id, { id, envelope: JSON.parse(body) });
      }
      return [...events.values()];
    }),

  deliveriesOf: ({ allDeliveries }, use) =>
    use(async (executionId) =>
      (await allDeliveries()).filter(({ envelope }) => envelope.data.id === executionId),
    ),

  readExecution: ({ stage }, use) => use((executionId) => readExecution(stage, executionId)),

  startExecution: ({ stage }, use) =>
    use(async (workflow, inputs = {}) => {
      const reply = await fetch(`${stage.serviceUrl}/orchestration-api/v1/init-workflow`, {
        method: 'POST',
        headers: { 'x-api-key': stage.apiKey, 'content-type': 'application/json' },
        body: JSON.stringify({
          workflowId: workflowOf(stage, workflow).id,
          inputs: { user_id: 'journey', ...inputs },
        }),
      });
      expect(reply.status).toBe(200);
      return (await reply.json()).data;
    }),

  findBarriers: ({ page, flow }, use) =>
    use(async () => barriersOf(page, (await flow.root.isVisible()) ? flowHost : undefined)),
});

export { expect };
