import type { EvaluationOf } from '@vendor/checks';
import { Backend, documentWorkflow, Page } from './client.ts';
import { InProcessService } from './in-process-service.ts';

/** A service with one account, its live key, and a workflow that checks a document. */
export interface Shop {
  readonly service: InProcessService;
  readonly accountId: string;
  readonly apiKey: string;
  readonly backend: Backend;
  readonly workflowId: string;
  /** Starts an execution, submits a passport and runs the check. @returns its id. */
  finish(inputs: Record<string, unknown>, evaluation?: EvaluationOf<'document'>): Promise<string>;
}

export async function openShop(): Promise<Shop> {
  const service = await InProcessService.open();
  const { id: accountId, apiKey } = await service.addAccount('A shop');
  const backend = new Backend(service, apiKey);
  const workflowId = await service.addWorkflow(accountId, documentWorkflow);
  return {
    service,
    accountId,
    apiKey,
    backend,
    workflowId,
    async finish(inputs, evaluation) {
      const { data } = await backend.start({ workflowId, inputs });
      if (evaluation) service.evaluator.documents.push(evaluation);
      const page = new Page(service);
      await page.init(data.token);
      await page.post('begin');
      await page.submitPassport();
      await service.runDueJobs();
      return data.executionId;
    },
  };
}
