import { useLanguage } from '../language-context.ts';
import { Button } from '../parts/button.tsx';
import { icons } from '../parts/icons.ts';
import { Page } from '../parts/page.tsx';
import { Points } from '../parts/points.tsx';
import { WelcomeDrawing } from '../parts/welcome-drawing.tsx';

interface WelcomeProps {
  /** Name of the company that asks; empty when it has none to show. */
  readonly requester: string;
  /** The user has been here before and goes on. */
  readonly resumed: boolean;
  /** Whether the flow begins with a selfie instead of a document. */
  readonly selfie?: boolean;
  /** Whether the flow begins with letters, cards or files instead of a document to be photographed. */
  readonly files?: boolean;
  /** Whether the flow begins with a form. */
  readonly form?: boolean;
  /** The user has begun, and what comes next is still on its way. */
  readonly busy?: boolean;
  readonly onBegin: () => void;
}

/** Says who asks, why, what it takes and what happens to what is given, before anything is asked for. */
export function Welcome(props: WelcomeProps) {
  const { requester, resumed, selfie, files, form, busy = false, onBegin } = props;
  const { t } = useLanguage();
  const whoAsks = requester === '' ? t('welcome.leadUnnamed') : t('welcome.lead', { requester });
  return (
    <Page
      align="start large"
      art={<WelcomeDrawing />}
      heading={t(resumed ? 'welcome.resumedTitle' : 'welcome.title')}
      lead={resumed ? t('welcome.resumedLead') : whoAsks}
      actions={
        <>
          <Button kind="primary" busy={busy} onPress={onBegin}>
            {t(busy ? 'loading.title' : resumed ? 'welcome.resume' : 'welcome.begin')}
          </Button>
          <p class="unseen" role="status">
            {busy && t('loading.title')}
          </p>
        </>
      }
    >
      <Points
        points={[
          ...(selfie || form
            ? []
            : [
                {
                  icon: icons.card,
                  title: t(files ? 'welcome.files' : 'welcome.document'),
                  text: t(files ? 'welcome.filesText' : 'welcome.documentText'),
                },
              ]),
          ...(form
            ? []
            : [
                {
                  icon: icons.camera,
                  title: t(selfie ? 'welcome.selfie' : files ? 'welcome.filesCamera' : 'welcome.camera'),
                  text: t('welcome.cameraText'),
                },
              ]),
          { icon: icons.lock, title: t('welcome.privacy'), text: t('welcome.privacyText') },
        ]}
      />
    </Page>
  );
}
