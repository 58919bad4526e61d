import { useRef } from 'preact/hooks';

interface FileButtonProps {
  readonly label: string;
  readonly onFile: (file: File) => void;
}

/** A quiet button that lets the user choose one image from the device. */
export function FileButton({ label, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const hand = () => {
    const file = input.current?.files?.[0];
    // The same file chosen twice must count twice.
    if (input.current) input.current.value = '';
    if (file) onFile(file);
  };
  return (
    <>
      <button type="button" class="button quiet" onClick={() => input.current?.click()}>
        {label}
      </button>
      <input ref={input} type="file" accept="image/*" hidden onChange={hand} />
    </>
  );
}
