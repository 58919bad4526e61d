/**
 * Interfaces of which the flow never gets an object: it draws no picture by markup of its own but its icons, calls nobody, and
 * stores nothing but strings. A member of theirs with a common name (`width`, `type`, `find`) is not what the name means here.
 * Helpers of iterators are: they are looked for by how an iterator is got.
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
