/** What is known of a camera once one of them has been allowed. */
export interface KnownCamera {
  readonly deviceId: string;
  readonly label: string;
}

/** Infrared cameras of laptops show a document in grey and without print (Windows Hello and alike). */
const infrared = /infrared|\bIR\b/i;

/** Whether a label names a camera that documents cannot be read with. */
export function isInfrared(label: string): boolean {
  return infrared.test(label);
}

/** The cameras a user may choose from. Without any fit one, the others are better than none. */
export function usableCameras(cameras: readonly KnownCamera[]): readonly KnownCamera[] {
  const fit = cameras.filter(({ label }) => !isInfrared(label));
  return fit.length > 0 ? fit : cameras;
}

/** The camera after another, round and round; null when there is no other. */
export function nextCamera(cameras: readonly KnownCamera[], after: string | null): KnownCamera | null {
  const usable = usableCameras(cameras);
  const index = usable.findIndex(({ deviceId }) => deviceId === after);
  const next = usable[(index + 1) % usable.length];
  return next && next.deviceId !== after ? next : null;
}
