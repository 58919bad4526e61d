/**
 * Interfaces of which the flow never has an object: its only SVG markup is its icons, it makes no calls, and it stores only
 * strings. So a member with a common name (`width`, `type`, `find`) is never one of theirs. Iterator helpers are recognised
 * separately (iterator-helper.mjs).
 */
export const neverHeld = new RegExp(
  `^(${[
    'Animation',
    'AudioContext',
    'Clipboard',
    'CSS(Keyframes|Media|Supports)Rule',
    'CustomElementRegistry',
    'DurationFormat',
    'FileSystemEntry',
    'GeolocationPosition',
    'HTML(Area|Details|OptGroup|Slot|Source)Element',
    'Iterator',
    'MediaRecorder',
    'OfflineAudioContext',
    'ProcessingInstruction',
    'ReadableStream',
    'Request',
    'RTC.*',
    'Screen',
    'Segments',
    'Selection',
    'ServiceWorker.*',
    'SVG(A|Image|Style|TextPath)Element',
    '.*WorkerGlobalScope',
    'WorkerNavigator',
  ].join('|')})$`,
);
