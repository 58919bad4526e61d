import type { Execution, SelfieStep } from '@vendor/contract';
import { type Backend, digestOf, jpegOf, Page } from './client.ts';
import type { InProcessService } from './in-process-service.ts';

/** A user at the selfie step of a page. */
export interface SelfieSession {
  readonly id: string;
  readonly page: Page;
  /**
   * Uploads a picture for each requested pose at a natural pace, and submits them. The pictures differ between series, except
   * those that `shared` names by the index of their pose.
   */
  show(series: string, attempt?: number, shared?: Record<number, string>): Promise<void>;
  read(): Promise<Execution>;
}

/** Starts a workflow with a selfie step, and begins it. */
export async function beginSelfie(
  service: InProcessService,
  backend: Backend,
  workflowId: string,
  user = 'u-1',
): Promise<SelfieSession> {
  const { data } = await backend.start({ workflowId, inputs: { user_id: user } });
  const page = new Page(service);
  await page.init(data.token, undefined, { capabilities: ['document', 'selfie'] });
  await page.post('begin');
  return {
    id: data.executionId,
    page,
    read: async () => (await backend.read<Execution>(data.executionId)).data,
    async show(series, attempt = 1, shared = {}) {
      const { id, poses } = (await page.state()).data.step as SelfieStep;
      const captures: Record<string, string> = {};
      for (const index of poses.keys()) {
        const bytes = jpegOf(shared[index] ?? `${series} ${index}`);
        service.clock.time += 2_500;
        await page.put(`steps/${id}/attempts/${attempt}/captures/selfie-${index + 1}`, bytes);
        captures[`selfie-${index + 1}`] = digestOf(bytes);
      }
      await page.post(`steps/${id}/attempts/${attempt}/submit`, { captures });
      await service.runDueJobs();
    },
  };
}
