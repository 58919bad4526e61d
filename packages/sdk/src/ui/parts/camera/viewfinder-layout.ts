/** A size in CSS pixels, or of a picture in its own pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A box in CSS pixels, from the upper left corner of the frame, in any text direction. */
export interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

/** Parts that the viewfinder has to fit together. */
export interface ViewfinderSpace {
  /** The whole frame of the flow. */
  readonly frame: Size;
  /** Part of the frame that no control covers. */
  readonly stage: Box;
  /** The live picture. */
  readonly picture: Size;
  /** Ratio of the document's width to its height. */
  readonly aspect: number;
}

/** Position of the live picture and of the window for the document. */
export interface ViewfinderLayout {
  readonly picture: Box;
  readonly window: Box;
}

/** Maximum share of the picture that may be cut off to fill the frame. */
const MAX_CUT = 0.4;

/** Maximum aspect ratio of a picture that does not fill the frame (a webcam's 16:9 loses its edges). */
const MAX_ASPECT = 4 / 3;

/** Margin around the window, in CSS pixels, so that the edges and corners of the document stay visible. */
const MARGIN = 20;

/** Maximum width of the window, in CSS pixels. A larger one does not help to aim. */
const MAX_WINDOW = 620;

/**
 * Lays out the camera screen. On a phone, the picture fills the frame. A webcam's wide picture would lose two thirds of its
 * width in an upright sheet, and with it the pixels that small print needs, so it is shown across the sheet, in the middle of
 * the stage.
 */
export function layOutViewfinder({ frame, stage, picture, aspect }: ViewfinderSpace): ViewfinderLayout {
  const pictureBox = shareShown(frame, picture) >= 1 - MAX_CUT ? fill(frame) : across(frame, stage, picture);
  return { picture: pictureBox, window: placeWindow(intersection(stage, pictureBox), aspect) };
}

/** Returns the share of the picture that stays visible when it fills the frame. */
function shareShown(frame: Size, picture: Size): number {
  const scale = Math.max(frame.width / picture.width, frame.height / picture.height);
  return (frame.width * frame.height) / (picture.width * picture.height * scale * scale);
}

function fill(frame: Size): Box {
  return { ...frame, left: 0, top: 0 };
}

function across(frame: Size, stage: Box, picture: Size): Box {
  const aspect = Math.min(picture.width / picture.height, MAX_ASPECT);
  const width = Math.min(frame.width, stage.height * aspect);
  const height = width / aspect;
  return {
    left: (frame.width - width) / 2,
    top: stage.top + (stage.height - height) / 2,
    width,
    height,
  };
}

function intersection(a: Box, b: Box): Box {
  const left = Math.max(a.left, b.left);
  const top = Math.max(a.top, b.top);
  const right = Math.min(a.left + a.width, b.left + b.width);
  const bottom = Math.min(a.top + a.height, b.top + b.height);
  return { left, top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

function placeWindow(room: Box, aspect: number): Box {
  // In a narrow strip (a phone held sideways, its keyboard open), the window matters more than its margin.
  const margin = Math.min(MARGIN, room.width / 8, room.height / 8);
  const most = { width: room.width - 2 * margin, height: room.height - 2 * margin };
  const width = Math.max(0, Math.min(most.width, most.height * aspect, MAX_WINDOW));
  const height = width / aspect;
  return {
    left: room.left + (room.width - width) / 2,
    top: room.top + (room.height - height) / 2,
    width,
    height,
  };
}
