import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { exampleWorkflows } from '../accounts/development-account.ts';
import type { OpenDatabase } from '../db/open-database.ts';
import type { Database } from '../db/schema.ts';
import {
  addWorkflowVersion,
  insertWorkflow,
  listWorkflows,
  setWorkflowActive,
  type WorkflowEntry,
  workflowDefinition,
} from '../db/workflow-library.ts';
import type { WorkflowDefinition } from '../workflows/definition.ts';
import { workflowJsonSchema } from '../workflows/json-schema.ts';
import { type Answer, accountOption, type Call, type Command } from './command.ts';
import { CommandError, UsageError } from './command-error.ts';
import { nameOf } from './names.ts';
import { accountOf, type Operator } from './operator.ts';
import { recordCommand } from './record-command.ts';
import { isoOf, minuteOf, table } from './table.ts';
import { tryCommand } from './try-workflow.ts';
import { readWorkflowFile } from './workflow-file.ts';

const setActive = (name: string, summary: string, active: boolean): Command => ({
  name,
  summary,
  operand: 'workflow id',
  options: {},
  async run({ operator, operand }) {
    const { main } = await operator.database();
    await main.transaction().execute(async (trx) => {
      const found = (await listWorkflows(trx)).find(({ id }) => id === operand);
      if (!found) throw noWorkflow(operand);
      await setWorkflowActive(trx, operand, active);
      if (found.active !== active) await recordActive(trx, operator, found, active);
    });
    return {
      data: { id: operand, active },
      text: active
        ? `The workflow ${operand} can be started.`
        : `The workflow ${operand} is no longer started.`,
    };
  },
});

export const workflowCommands: readonly Command[] = [
  {
    name: 'workflow list',
    summary: 'Names workflows.',
    operand: null,
    options: { account: accountOption },
    async run({ operator, text }) {
      const workflows = await listWorkflows((await operator.database()).main, text('account'));
      const rows = workflows.map(({ id, active, version, createdAt, accountId, name }) => [
        id,
        active ? 'yes' : 'no',
        String(version),
        minuteOf(createdAt),
        accountId,
        name,
      ]);
      return {
        data: workflows.map((workflow) => ({ ...workflow, createdAt: isoOf(workflow.createdAt) })),
        text: table(
          ['id', 'active', 'version', 'created', 'account', 'name'],
          rows,
          'There is no workflow yet: workflow example prints one to import.',
        ),
      };
    },
  },
  {
    name: 'workflow example',
    summary: 'Prints a workflow to begin with, as a file for workflow import.',
    operand: 'name',
    options: {},
    isReadOnly: true,
    notes: `There are: ${exampleWorkflows.map(({ name }) => exampleName(name)).join(', ')}.`,
    async run({ operand }) {
      const example = exampleWorkflows.find(({ name }) => exampleName(name) === operand);
      if (!example) {
        const names = exampleWorkflows.map(({ name }) => exampleName(name)).join(', ');
        throw new UsageError(`There is no example "${operand}". There are: ${names}.`);
      }
      return { data: example, text: JSON.stringify(example, null, 2) };
    },
  },
  {
    name: 'workflow export',
    summary: 'Prints a workflow as a file for workflow import.',
    operand: 'workflow id',
    options: {
      version: { value: 'number', about: 'Which version; that of new executions by default.' },
      output: { value: 'file', about: 'Where to write it, in place of printing it.' },
    },
    run: exportWorkflow,
  },
  {
    name: 'workflow import',
    summary: 'Reads a workflow from a file: a new one, or the next version of one.',
    operand: 'file, or - for what is piped in',
    options: {
      account: { ...accountOption, about: 'The account of a new workflow.' },
      workflow: {
        value: 'id',
        about: 'The workflow that gets the next version; executions under way keep theirs.',
      },
      name: { value: 'name', about: 'What it is called; by default as the file says.' },
      active: { value: null, about: 'It can be started from here on: the default for a new one.' },
      inactive: { value: null, about: 'It cannot be started.' },
    },
    notes: `The file is JSON: { "name": …, "definition": { "start": …, "nodes": … } }.
A workflow that gets its next version stays active or inactive as it was, unless you say so.`,
    run: importWorkflow,
  },
  tryCommand,
  {
    name: 'workflow schema',
    summary: 'Prints the JSON Schema of a workflow file, for editors.',
    operand: null,
    options: {},
    isReadOnly: true,
    async run() {
      const schema = workflowJsonSchema();
      return { data: schema, text: JSON.stringify(schema, null, 2) };
    },
  },
  setActive('workflow activate', 'Lets a workflow be started.', true),
  setActive(
    'workflow deactivate',
    'Lets a workflow be started no longer; executions under way go on.',
    false,
  ),
];

function recordActive(
  db: Database,
  operator: Operator,
  { id, accountId }: WorkflowEntry,
  active: boolean,
): Promise<void> {
  const act = active ? 'workflow.activate' : 'workflow.deactivate';
  return recordCommand(db, operator, { act, accountId, subject: { kind: 'workflow', id } });
}

function exampleName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

function noWorkflow(id: string): CommandError {
  return new CommandError(`There is no workflow "${id}". "workflow list" names those there are.`);
}

async function workflowOf({ main }: OpenDatabase, id: string): Promise<WorkflowEntry> {
  const found = (await listWorkflows(main)).find((workflow) => workflow.id === id);
  if (!found) throw noWorkflow(id);
  return found;
}

async function exportWorkflow({ operator, operand, text }: Call): Promise<Answer> {
  const database = await operator.database();
  const { name, version: newest } = await workflowOf(database, operand);
  const version = Number(text('version') ?? newest);
  const definition = await workflowDefinition(database.main, operand, version);
  if (!definition)
    throw new CommandError(`The workflow has no version ${text('version')}; the newest is ${newest}.`);
  const data = { name, definition };
  const output = text('output');
  if (output === undefined) return { data, text: JSON.stringify(data, null, 2) };
  writeFileSync(output, `${JSON.stringify(data, null, 2)}\n`);
  return {
    data: { file: output, version },
    text: `Version ${version} of "${name}" was written to ${output}.`,
  };
}

async function importWorkflow(call: Call): Promise<Answer> {
  const { operator, text, flag } = call;
  const [accountId, workflowId] = [text('account'), text('workflow')];
  if ((accountId === undefined) === (workflowId === undefined)) {
    throw new UsageError(
      'Name the account of a new workflow (--account), or the workflow that it replaces (--workflow).',
    );
  }
  if (flag('active') && flag('inactive')) throw new UsageError('Say either --active or --inactive.');
  const said = flag('active') ? true : flag('inactive') ? false : null;
  const file = await readWorkflowFile(call);
  const database = await operator.database();
  const given = text('name') ?? file.name;
  if (workflowId !== undefined)
    return addVersion(operator, database, workflowId, file.definition, given, said);
  if (given === undefined) throw new UsageError('The file gives no name: say it with --name.');
  const account = await accountOf(database, accountId ?? '');
  const workflow = {
    id: randomUUID(),
    accountId: account.id,
    name: nameOf('name', given),
    active: said ?? true,
    definition: file.definition,
    now: operator.clock.now(),
  };
  await database.main.transaction().execute(async (trx) => {
    await insertWorkflow(trx, workflow);
    await recordCommand(trx, operator, {
      act: 'workflow.add',
      accountId: account.id,
      subject: { kind: 'workflow', id: workflow.id },
      changes: { version: 1, active: workflow.active },
    });
  });
  return {
    data: {
      id: workflow.id,
      accountId: account.id,
      name: workflow.name,
      version: 1,
      active: workflow.active,
    },
    text: `The workflow "${workflow.name}" of "${account.name}" was created.${unlessActive(workflow)}\n\nid  ${workflow.id}`,
  };
}

function unlessActive({ id, active }: Pick<WorkflowEntry, 'id' | 'active'>): string {
  return active ? '' : `\nIt cannot be started: "workflow activate ${id}" lets it.`;
}

/** @param said - whether it is active from here on; null: nothing was said, and it stays as it is. */
function addVersion(
  operator: Operator,
  database: OpenDatabase,
  workflowId: string,
  definition: WorkflowDefinition,
  given: string | undefined,
  said: boolean | null,
): Promise<Answer> {
  return database.main.transaction().execute(async (trx) => {
    const found = (await listWorkflows(trx)).find(({ id }) => id === workflowId);
    if (!found) throw noWorkflow(workflowId);
    const name = given === undefined ? found.name : nameOf('name', given);
    const present = await workflowDefinition(trx, workflowId, found.version);
    const active = said ?? found.active;
    const isSame = isDeepStrictEqual(present, definition) && name === found.name;
    const version = isSame ? found.version : found.version + 1;
    if (!isSame) {
      await addWorkflowVersion(trx, { id: workflowId, version, name }, definition);
      await recordCommand(trx, operator, {
        act: 'workflow.change',
        accountId: found.accountId,
        subject: { kind: 'workflow', id: workflowId },
        changes: { version: [found.version, version], name: [found.name, name] },
      });
    }
    if (active !== found.active) {
      await setWorkflowActive(trx, workflowId, active);
      await recordActive(trx, operator, found, active);
    }
    const text = isSame
      ? `The workflow "${name}" is as the file says: version ${version}.`
      : `The workflow "${name}" has version ${version} now, for executions that start from here on.`;
    return {
      data: { id: workflowId, accountId: found.accountId, name, version, active },
      text: text + unlessActive({ id: workflowId, active }),
    };
  });
}
