import { useRef } from 'preact/hooks';
import type { HandOffStage } from '../flow/screen.ts';
import type { PageNavigator } from '../preflight/scope.ts';
import { useLanguage } from '../ui/language-context.ts';
import { Button } from '../ui/parts/button.tsx';
import { CopyLink } from '../ui/parts/copy-link.tsx';
import { icons } from '../ui/parts/icons.ts';
import { Page } from '../ui/parts/page.tsx';
import { StatusMark } from '../ui/parts/status-mark.tsx';
import { QrCode } from './qr-code.tsx';

interface HandOffScreenProps {
  readonly stage: HandOffStage;
  /** State of the user's request to continue on this device. */
  readonly returning: 'none' | 'asked' | 'failed';
  readonly clipboard: PageNavigator['clipboard'];
  readonly onNewCode: () => void;
  readonly onHere: () => void;
}

/** Hands the flow over to a phone by a code or link, and shows its progress there. */
export function HandOffScreen({ stage, ...props }: HandOffScreenProps) {
  return stage.of === 'offer' ? (
    <Offered code={stage.code} {...props} />
  ) : (
    <OnPhone stage={stage} {...props} />
  );
}

type OfferedProps = Omit<HandOffScreenProps, 'stage'> & {
  readonly code: Extract<HandOffStage, { of: 'offer' }>['code'];
};

function Offered({ code, clipboard, onNewCode, onHere }: OfferedProps) {
  const { t } = useLanguage();
  const isThere = typeof code === 'object';
  const isComing = code === 'coming';
  const place = useRef<HTMLDivElement>(null);
  // The button disappears when pressed, so keyboard users continue from the heading.
  const renew = () => {
    const root = place.current?.getRootNode() as ParentNode | undefined;
    root?.querySelector<HTMLElement>('.heading')?.focus();
    onNewCode();
  };
  const words = isThere ? '' : t(`handOff.${isComing ? 'preparing' : code}`);
  return (
    <Page
      align="middle"
      heading={t('handOff.title')}
      // The lead asks the user to scan the code, so it is shown only with a valid or loading one.
      {...((isThere || isComing) && { lead: t('handOff.lead') })}
      actions={
        <>
          {isThere || isComing ? (
            <CopyLink address={isThere ? code.url : ''} clipboard={clipboard} kind="primary" />
          ) : (
            <Button kind="primary" onPress={renew}>
              {t('handOff.new')}
            </Button>
          )}
          <Button kind="quiet" onPress={onHere}>
            {t('handOff.here')}
          </Button>
        </>
      }
    >
      <div class="qr-place" ref={place}>
        {isThere ? <QrCode text={code.url} label={t('handOff.code')} /> : null}
        <p class="qr-words" role="status">
          {words}
        </p>
      </div>
      <p class="pairing" role="status">
        {isThere && (
          <>
            {t('handOff.number')} <strong dir="ltr">{code.pairingCode}</strong>
          </>
        )}
      </p>
    </Page>
  );
}

type OnPhoneProps = Omit<HandOffScreenProps, 'stage'> & {
  readonly stage: Exclude<HandOffStage, { of: 'offer' }>;
};

function OnPhone({ stage: { of, at, step, steps }, returning, onNewCode, onHere }: OnPhoneProps) {
  const { t } = useLanguage();
  const isSilent = of === 'silent';
  return (
    <Page
      align="middle"
      art={
        <StatusMark
          icon={isSilent ? icons.alert : icons.elsewhere}
          pointing={!isSilent}
          tone={isSilent ? 'caution' : 'accent'}
        />
      }
      heading={t(isSilent ? 'handOff.silent' : 'handOff.phone')}
      lead={t(isSilent ? 'handOff.silentText' : 'handOff.phoneText')}
      actions={
        <>
          <p class="note" role="alert">
            {returning === 'failed' && t('time.failed')}
          </p>
          {isSilent && (
            <Button kind="primary" busy={returning === 'asked'} onPress={onNewCode}>
              {t('handOff.new')}
            </Button>
          )}
          <Button kind="quiet" busy={returning === 'asked'} onPress={onHere}>
            {t('handOff.here')}
          </Button>
        </>
      }
    >
      <p class="phone-at" role="status">
        {t(`handOff.at.${at}`)}
        {steps > 1 && at !== 'checks' && <span>{t('handOff.step', { step, count: steps })}</span>}
      </p>
    </Page>
  );
}
