import type { DocumentPage } from '../passport/document-page.ts';
import { blurred, type Picture } from '../picture.ts';
import { type CameraPose, type Corners, viewTable } from './camera-view.ts';
import { exposeScene, type Glare } from './expose-scene.ts';
import { fitPage, layPage } from './lay-page.ts';
import { drawTable, type TableKind } from './table.ts';

/** Options of a photograph. The defaults make an ordinary good one. */
export interface SceneOptions {
  /** The document on the table; without it, the table is empty. */
  readonly page?: DocumentPage;
  readonly size?: { readonly width: number; readonly height: number };
  readonly pose?: Partial<CameraPose>;
  readonly table?: TableKind;
  /** σ of the lens blur, in pixels of the frame. */
  readonly blurPx?: number;
  readonly glares?: readonly Glare[];
  /** Light relative to that of a well-exposed picture; above 1, whites are clipped. */
  readonly exposure?: number;
  /** σ of the sensor noise, on the scale of 0 to 255. */
  readonly noise?: number;
  /** Seed of the table's pattern. */
  readonly seed?: number;
  /** Seed of the sensor noise; by default that of the table. */
  readonly noiseSeed?: number;
}

/** The photograph and its ground truth. */
export interface Scene {
  readonly picture: Picture;
  /** The document's corners in pixels of the picture, also those outside it; undefined without a document. */
  readonly corners: Corners | undefined;
  /** Pixels from one MRZ character to the next at the middle of the document. */
  readonly mrzPitchPx: number;
}

const MRZ_PITCH_MM = 2.54;

/** Takes a photograph of a document on a table. The same options give the same pixels. */
export async function renderScene(options: SceneOptions = {}): Promise<Scene> {
  const { page, size = { width: 1280, height: 720 }, table = 'oak', seed = 1 } = options;
  const pose: CameraPose = {
    pxPerMm: Math.min((0.78 * size.width) / 125, (0.87 * size.height) / 88),
    tiltDeg: 0,
    yawDeg: 0,
    rollDeg: 0,
    offset: { x: 0, y: 0 },
    ...options.pose,
  };
  const view = viewTable(pose, size.width, size.height);
  const fitted = page && (await fitPage(page, pose.pxPerMm));
  const laid = layPage(fitted, drawTable(table, seed, page), view, size);
  const picture = await blurred(laid, options.blurPx ?? 0.7);
  exposeScene(picture, view, {
    exposure: options.exposure ?? 1,
    noise: options.noise ?? 2.5,
    seed: options.noiseSeed ?? seed,
    glares: options.glares ?? [],
  });
  return { picture, corners: page && cornersOf(page, view), mrzPitchPx: pose.pxPerMm * MRZ_PITCH_MM };
}

function cornersOf({ widthMm, heightMm }: DocumentPage, view: ReturnType<typeof viewTable>): Corners {
  const x = widthMm / 2;
  const y = heightMm / 2;
  return [
    view.toFrame({ x: -x, y: -y }),
    view.toFrame({ x, y: -y }),
    view.toFrame({ x, y }),
    view.toFrame({ x: -x, y }),
  ];
}
