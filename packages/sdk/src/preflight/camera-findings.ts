import { createBlocking, type PreflightFinding } from './finding.ts';
import type { PageNavigator } from './scope.ts';

/**
 * Checks whether the camera was denied, and whether there is one, without asking the user: queries the permission and counts
 * the devices. Reports nothing if the browser does not reveal them.
 */
export async function cameraFindings(navigator: PageNavigator): Promise<readonly PreflightFinding[]> {
  if (await isDenied(navigator)) {
    return [
      createBlocking(
        'camera-denied',
        'The user or a browser setting blocks the camera.',
        'Ask the user to allow it in the browser; the flow shows how.',
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
