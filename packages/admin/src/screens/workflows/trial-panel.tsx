import { wordsOfName } from '@vendor/texts/staff/words-of-name';
import { workflows } from '../../texts/en/workflows.ts';
import { isObject } from './build-outline.ts';
import { nameOfKind } from './describe-node.ts';
import { JsonEditor } from './json-editor.tsx';
import type { Trial } from './use-trial.ts';

const texts = workflows.trial;

/** Shows the path of a workflow for assumed facts. Starts nothing. */
export function TrialPanel(props: {
  definition: unknown;
  trial: Trial;
  facts: string;
  onChange: (facts: string) => void;
}) {
  const { definition, trial, facts, onChange } = props;
  const { factFaults, faults } = trial;
  const result = trial.trial;
  return (
    <section class="card stack">
      <h2>{texts.title}</h2>
      <p>{texts.text}</p>
      <div class="trial">
        <div class="stack">
          <JsonEditor label={texts.facts} text={facts} faults={factFaults} rows={10} onChange={onChange} />
          <button type="button" class="button" onClick={() => onChange(withPassedChecks(facts, definition))}>
            {texts.fill}
          </button>
        </div>
        <div class="stack" aria-live="polite">
          {faults.length > 0 || !result ? (
            <p class="quiet">{faults.length > 0 && texts.faulty}</p>
          ) : (
            <>
              {result.missing.length > 0 && (
                <p>
                  {texts.missing}: {result.missing.map(wordsOfName).join(', ')}
                </p>
              )}
              {result.steps.length > 0 && <h3>{texts.way}</h3>}
              <ol class="path">
                {result.steps.map(({ nodeId, kind, sentence, because }, index) => (
                  <li key={`${nodeId} ${index}`}>
                    <b>{nameOfKind(kind)}</b> <code>{nodeId}</code>
                    <p>{sentence}</p>
                    {because.map((reason) => (
                      <p key={reason} class="small quiet break">
                        {reason}
                      </p>
                    ))}
                  </li>
                ))}
              </ol>
            </>
          )}
        </div>
      </div>
    </section>
  );
}

const notChecks = ['condition', 'end', 'form'];

/** Adds a passed result of every check to the assumed facts. */
function withPassedChecks(facts: string, definition: unknown): string {
  const nodes = isObject(definition) && isObject(definition.nodes) ? definition.nodes : {};
  const ids = Object.keys(nodes).filter((id) => {
    const node = nodes[id];
    return isObject(node) && typeof node.kind === 'string' && !notChecks.includes(node.kind);
  });
  const checks = Object.fromEntries(ids.map((id) => [id, { status: 'APPROVED' }]));
  return JSON.stringify({ ...parsed(facts), checks }, null, 2);
}

function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
