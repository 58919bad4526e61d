import type { OfferMessages } from '../../messages.ts';

export const messages = {
  'hosted.offered': 'Continuez dans une nouvelle fenêtre',
  'hosted.offeredText':
    'Cette vérification a besoin de sa propre fenêtre. Cette page attend que vous ayez terminé.',
  'hosted.open': 'Ouvrir la fenêtre',
  'hosted.blocked': 'Votre navigateur a bloqué la fenêtre',
  'hosted.blockedText': 'Autorisez cette page à ouvrir des fenêtres, puis appuyez de nouveau.',
  'hosted.failed': 'La fenêtre n’a pas pu s’ouvrir',
  'hosted.failedText': 'Vérifiez votre connexion, puis appuyez de nouveau.',
  'hosted.opened': 'Continuez dans l’autre fenêtre',
  'hosted.openedText':
    'Cette page reprend d’elle-même quand vous avez terminé. Si la fenêtre a disparu, ouvrez-la de nouveau.',
  'hosted.again': 'Ouvrir de nouveau la fenêtre',
} as const satisfies OfferMessages<'one' | 'many' | 'other'>;
