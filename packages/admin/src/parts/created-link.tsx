import type { AdminShareLink } from '@vendor/contract/admin';
import { href } from '../routing.ts';
import { links } from '../texts/en/links.ts';
import { CopyField } from './copy-field.tsx';
import { Moment } from './moment.tsx';
import { QrCode } from './qr-code.tsx';

const texts = links.created;

/** A new link, to copy or scan. It cannot be shown again. */
export function CreatedLink({ link, onClose }: { link: AdminShareLink; onClose: () => void }) {
  return (
    <>
      <p>{texts.text}</p>
      <CopyField label={texts.label} copy={texts.copy} value={link.url} isPrimary />
      <div class="scan">
        <QrCode text={link.url} label={texts.code} />
        <div class="small">
          <p>{texts.scan}</p>
          <p>
            {texts.ends} <Moment at={link.expiresAt} />.
          </p>
        </div>
      </div>
      <div class="row end">
        <a class="button" href={href(`/runs/${link.executionId}`)}>
          {texts.run}
        </a>
        <button type="button" class="button" onClick={onClose}>
          {texts.close}
        </button>
      </div>
    </>
  );
}
