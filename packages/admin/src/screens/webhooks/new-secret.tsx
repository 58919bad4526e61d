import { ScrollBox } from '../../parts/scroll-box.tsx';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { webhooks } from '../../texts/en/webhooks.ts';

const texts = webhooks.created;

const snippet = `import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
// Throws when the signature is not valid.
const { event, data } = webhook.verify(rawBody, request.headers);`;

/** Shows a new secret once, with code that verifies events. */
export function NewSecret(props: { secret: string; isRotated: boolean; onClose: () => void }) {
  const { secret, isRotated, onClose } = props;
  return (
    <ShownOnce texts={texts} text={texts.text} value={secret} isWide onClose={onClose}>
      {isRotated && <p>{texts.rotated}</p>}
      <h3>{texts.verify}</h3>
      <p class="small quiet">{texts.verifyText}</p>
      <ScrollBox label={texts.verify}>
        <pre class="code-text">{snippet}</pre>
      </ScrollBox>
    </ShownOnce>
  );
}
