import { useRef } from 'preact/hooks';
import { useLanguage } from '../language-context.ts';

interface FileButtonProps {
  /** Types that may be chosen, as `accept` of an input. */
  readonly fileTypes?: string | undefined;
  /** Words instead of those for a picture. */
  readonly label?: string;
  readonly look?: 'primary' | 'quiet';
  readonly onFile: (file: File) => void;
}

const pictures = 'image/*';

/** A button that lets the user choose one file of the device: a picture, where nothing else is said. */
export function FileButton({ fileTypes = pictures, label, look = 'quiet', onFile }: FileButtonProps) {
  const { t } = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const hand = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
    const file = currentTarget.files![0];
    // The same file chosen twice must count twice.
    currentTarget.value = '';
    if (file) onFile(file);
  };
  // For pictures alone Chromium on Android 14 and later opens the system's photo picker, which has no camera; asked for anything
  // besides, it offers the camera app beside the files (its `SelectFileDialog`). No file is of the type that is added.
  const hidesCamera = fileTypes === pictures && /Android.*Chrome/.test(navigator.userAgent);
  return (
    <>
      <button type="button" class={`button ${look}`} onClick={() => input.current!.click()}>
        {label ?? t('instruct.file')}
      </button>
      <input
        ref={input}
        type="file"
        accept={hidesCamera ? `${fileTypes},android/allowCamera` : fileTypes}
        hidden
        onChange={hand}
      />
    </>
  );
}
