import { useState } from 'preact/hooks';
import { createWorkflow } from '../../api/workflows.ts';
import { Field } from '../../parts/field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { navigate } from '../../routing.ts';
import { workflows } from '../../texts/en/workflows.ts';
import { exampleDefinitions } from './examples.ts';
import { FileFault } from './file-fault.tsx';
import { type ReadFile, readWorkflowFile } from './workflow-file.ts';

const texts = workflows.create;

/** Creates a workflow from an example or a file, and opens it. */
export function NewWorkflow({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState('document');
  const [file, setFile] = useState<ReadFile | null>(null);
  const fromFile = file?.kind === 'workflow' ? file.definition : undefined;
  const definition = chosen === 'file' ? fromFile : exampleDefinitions[chosen];
  const create = async () => {
    const { id } = await createWorkflow({ name: name.trim(), definition });
    navigate(`/workflows/${id}`);
  };
  const read = async (given: File | undefined) => {
    const content = given && readWorkflowFile(await given.text());
    setFile(content ?? null);
    if (content?.kind === 'workflow' && content.name && name === '') setName(content.name);
  };
  return (
    <FormDialog
      title={texts.title}
      submit={texts.submit}
      isIncomplete={definition === undefined}
      onClose={onClose}
      onSubmit={create}
    >
      <Field
        label={texts.name}
        value={name}
        onInput={(event) => setName(event.currentTarget.value)}
        autoComplete="off"
        pattern=".*\S.*"
        maxLength={256}
        required
        autoFocus
      />
      <fieldset class="choice">
        <legend>{texts.begin}</legend>
        {[...Object.entries(texts.examples), ['file', [texts.file, texts.fileHint]] as const].map(
          ([key, [title, hint]]) => (
            <label class="option" key={key}>
              <input type="radio" name="begin" checked={chosen === key} onChange={() => setChosen(key)} />
              <span>
                {title} <span class="small quiet">{hint}</span>
              </span>
            </label>
          ),
        )}
      </fieldset>
      {chosen === 'file' && (
        <label class="field">
          {texts.choose}
          <input
            type="file"
            accept=".json,application/json"
            required
            onChange={(event) => void read(event.currentTarget.files?.[0])}
          />
        </label>
      )}
      {chosen === 'file' && file && <FileFault file={file} />}
      <p class="small quiet">{texts.text}</p>
    </FormDialog>
  );
}
