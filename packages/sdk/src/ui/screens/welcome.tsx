import { useLanguage } from '../language-context.ts';
import { Button } from '../parts/button.tsx';
import { icons } from '../parts/icons.ts';
import { Page } from '../parts/page.tsx';
import { Points } from '../parts/points.tsx';
import { WelcomeDrawing } from '../parts/welcome-drawing.tsx';

interface WelcomeProps {
  /** Name of the account that requests the verification; may be empty. */
  readonly requester: string;
  /** Whether the user resumes a flow that was started before. */
  readonly resumed: boolean;
  /** Whether the flow starts with a selfie instead of a document. */
  readonly selfie?: boolean;
  /** Whether the flow starts with letters, cards or files instead of a photographed document. */
  readonly files?: boolean;
  /** Whether the flow starts with a form. */
  readonly form?: boolean;
  /** Whether the user has begun, and the next screen is still loading. */
  readonly busy?: boolean;
  readonly onBegin: () => void;
}

/** Says who asks, why, what is needed and what happens to the data, before anything is requested. */
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
