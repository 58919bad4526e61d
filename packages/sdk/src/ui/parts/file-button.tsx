import { useRef } from 'preact/hooks';
import { useLanguage } from '../language-context.ts';

interface FileButtonProps {
  /** Accepted types, as for the `accept` attribute of an input. */
  readonly fileTypes?: string | undefined;
  /** Label; by default the one for a picture. */
  readonly label?: string;
  readonly look?: 'primary' | 'quiet';
  readonly onFile: (file: File) => void;
}

const pictures = 'image/*';

/** A button that lets the user choose a file of the device, by default a picture. */
export function FileButton({ fileTypes = pictures, label, look = 'quiet', onFile }: FileButtonProps) {
  const { t } = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const handleChange = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
    const file = currentTarget.files![0];
    // Allows the same file to be chosen again.
    currentTarget.value = '';
    if (file) onFile(file);
  };
  // For pictures only, Chromium on Android 14 and later opens the system's photo picker, which has no camera; with any further
  // type, it offers the camera app beside the files (its `SelectFileDialog`). No file has the type that is added.
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
        onChange={handleChange}
      />
    </>
  );
}
