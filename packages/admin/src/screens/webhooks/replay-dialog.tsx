import { useState } from 'preact/hooks';
import { replayEndpoint } from '../../api/webhooks.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Notice } from '../../parts/notice.tsx';
import { mode } from '../../session.ts';
import { webhooks } from '../../texts/en/webhooks.ts';

const texts = webhooks.replay;
const hourMs = 3_600_000;

/**
 * Sends again all events that happened since a chosen time and were given up.
 *
 * @param isFiltered - whether the log is filtered. The dialog then says that all are sent, not only those that are shown.
 */
export function ReplayDialog(props: {
  endpointId: string;
  isFiltered: boolean;
  onClose: () => void;
  onReplayed: (message: string) => void;
}) {
  const { endpointId, isFiltered, onClose, onReplayed } = props;
  const [hours, setHours] = useState(24);
  const replay = async () => {
    const since = new Date(Date.now() - hours * hourMs).toISOString();
    const sum = { replayed: 0, tooOld: 0 };
    // The service replays one batch per call.
    for (let isMore = true; isMore; ) {
      const answer = await replayEndpoint(endpointId, { mode: mode.value, since });
      sum.replayed += answer.replayed;
      // Not added up, because every call counts the events that are too old again.
      sum.tooOld = answer.tooOld;
      isMore = answer.isMore;
    }
    onReplayed(`${texts.done(sum.replayed)}${sum.tooOld > 0 ? ` ${texts.tooOld(sum.tooOld)}` : ''}`);
  };
  return (
    <FormDialog
      title={texts.title}
      submit={texts.submit}
      failures={webhooks.failures}
      onClose={onClose}
      onSubmit={replay}
    >
      <p>{texts.text}</p>
      {isFiltered && <Notice tone="caution">{texts.unfiltered}</Notice>}
      <label class="field">
        {texts.since}
        <select value={hours} onChange={({ currentTarget }) => setHours(Number(currentTarget.value))}>
          {Object.entries(texts.spans).map(([span, name]) => (
            <option key={span} value={span}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </FormDialog>
  );
}
