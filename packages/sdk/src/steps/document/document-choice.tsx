import type { DocumentType } from '@vendor/contract';
import { useLanguage } from '../../ui/language-context.ts';
import { captureIcons } from '../../ui/parts/capture-icons.ts';
import { Icon } from '../../ui/parts/icon.tsx';
import { icons } from '../../ui/parts/icons.ts';
import { Page } from '../../ui/parts/page.tsx';

const documentIcons: Readonly<Record<DocumentType, string>> = {
  PASSPORT: captureIcons.passport,
  NATIONAL_ID: icons.card,
  DRIVERS_LICENSE: captureIcons.licence,
  RESIDENT_PERMIT: captureIcons.permit,
};

interface DocumentChoiceProps {
  readonly documents: readonly DocumentType[];
  readonly onChoose: (document: DocumentType) => void;
}

/** Asks which document the user has, and continues as soon as one is chosen. */
export function DocumentChoice({ documents, onChoose }: DocumentChoiceProps) {
  const { t } = useLanguage();
  return (
    <Page align="start" heading={t('choice.title')} lead={t('choice.lead')}>
      <ul class="choices">
        {documents.map((document) => (
          <li key={document}>
            <button type="button" class="choice" onClick={() => onChoose(document)}>
              <span class="point choice-row">
                <span class="point-icon">
                  <Icon path={documentIcons[document]} />
                </span>
                <span class="point-words">
                  <span class="point-title">{t(`document.${document}`)}</span>
                  <span class="point-text">{t(`choice.${document}`)}</span>
                </span>
                <Icon path={captureIcons.forward} pointing />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Page>
  );
}
