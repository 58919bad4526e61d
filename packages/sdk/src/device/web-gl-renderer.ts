import type { DeviceReport } from '@vendor/contract';
import type { DeviceScope } from './device-scope.ts';

/** Generic name that Chromium and WebKit return for every device unless the extension is used. */
const masked = /^WebKit/;

/** Returns the name of the WebGL renderer; null if there is none, or the browser hides it. Draws nothing. */
export function webGlRenderer({ document }: DeviceScope): DeviceReport['renderer'] {
  const gl = document?.createElement('canvas').getContext('webgl');
  if (!gl) return null;
  const plain = toRenderer(gl.getParameter(gl.VENDOR), gl.getParameter(gl.RENDERER));
  // Firefox returns the actual name without the extension, and logs a warning if the extension is requested.
  const info = plain && !masked.test(plain.name) ? null : gl.getExtension('WEBGL_debug_renderer_info');
  const renderer = info
    ? toRenderer(gl.getParameter(info.UNMASKED_VENDOR_WEBGL), gl.getParameter(info.UNMASKED_RENDERER_WEBGL))
    : plain;
  // Frees the context, because browsers limit their number and the page may need them.
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return renderer && !masked.test(renderer.name) ? renderer : null;
}

function toRenderer(vendor: unknown, name: unknown): DeviceReport['renderer'] {
  return typeof vendor === 'string' && typeof name === 'string' && name !== ''
    ? { vendor: vendor.slice(0, 256), name: name.slice(0, 256) }
    : null;
}
