import type { CameraFeed, Facing, FramePixels } from '../../session/ports.ts';
import { drawDocument } from './draw-document.ts';
import { drawFace } from './draw-face.ts';
import { frameSize } from './frame-size.ts';

const framesPerSecond = 15;
/** Width of the frames that are analysed. */
const smallWidthPx = 320;

/** Opens a camera that shows a drawing: a fictitious document, or a fictitious face that moves. Closes with the signal. */
export function openDrawnCamera(facing: Facing, signal: AbortSignal): CameraFeed {
  const canvas = document.createElement('canvas');
  canvas.width = frameSize.widthPx;
  canvas.height = frameSize.heightPx;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw.');
  const draw = facing === 'user' ? drawFace : drawDocument;
  let frame = 0;
  const drawFrame = () => {
    draw(context, frame / framesPerSecond);
    frame += 1;
  };
  drawFrame();
  const stream = canvas.captureStream(framesPerSecond);
  // The stream of a canvas gets a frame whenever something is drawn.
  const timer = setInterval(drawFrame, 1000 / framesPerSecond);
  const close = () => {
    clearInterval(timer);
    for (const track of stream.getTracks()) track.stop();
  };
  signal.addEventListener('abort', close);
  return {
    ...frameSize,
    stream,
    mirrored: facing === 'user',
    cameraId: 'sandbox',
    canSwitchCamera: false,
    hasTorch: false,
    isVirtual: false,
    heed() {},
    setTorch: async () => false,
    grabFrame: () => ({ picture: smallFrame(canvas), detail: null, fullWidthPx: canvas.width }),
    takePicture: () =>
      new Promise((resolve, reject) => {
        canvas.toBlob(
          (blob) => (blob ? resolve(blob) : reject(new Error('No picture.'))),
          'image/jpeg',
          0.92,
        );
      }),
    onLost() {},
    close,
  };
}

function smallFrame(canvas: HTMLCanvasElement): FramePixels {
  const small = document.createElement('canvas');
  small.width = smallWidthPx;
  small.height = Math.round((smallWidthPx * canvas.height) / canvas.width);
  const context = small.getContext('2d');
  context?.drawImage(canvas, 0, 0, small.width, small.height);
  const data = context?.getImageData(0, 0, small.width, small.height).data ?? new Uint8ClampedArray();
  return { data, width: small.width, height: small.height };
}
