import { createBlocking, type PreflightFinding } from './finding.ts';
import type { PageNavigator } from './scope.ts';

/**
 * Whether the user has denied the camera, and whether there is one. Neither asks the user: the permission is looked up, and
 * devices are counted without their names. A browser that does not tell is believed to have what is needed.
 */
export async function cameraFindings(navigator: PageNavigator): Promise<readonly PreflightFinding[]> {
  if (await isDenied(navigator)) {
    return [
      createBlocking(
        'camera-denied',
        'The user or a setting of the browser denies the camera.',
        'The user allows it in the browser; the flow shows how.',
      ),
    ];
  }
  if ((await hasCamera(navigator)) === false) {
    return [
      createBlocking('camera-missing', 'The device has no camera.', 'Connect one, or use another device.'),
    ];
  }
  return [];
}

async function isDenied({ permissions }: PageNavigator): Promise<boolean> {
  try {
    return (await permissions?.query?.({ name: 'camera' as PermissionName }))?.state === 'denied';
  } catch {
    return false; // Firefox and older Safari do not know this permission
  }
}

async function hasCamera({ mediaDevices }: PageNavigator): Promise<boolean | null> {
  try {
    const devices = await mediaDevices?.enumerateDevices?.();
    return devices ? devices.some(({ kind }) => kind === 'videoinput') : null;
  } catch {
    return null;
  }
}
