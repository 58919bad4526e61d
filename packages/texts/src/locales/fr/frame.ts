import type { FrameMessages } from '../../messages.ts';

/** The French texts: “vous”, guillemets, a narrow no-break space before ? ; » and after «, a no-break space before a colon. */
export const messages = {
  'frame.label': 'Vérification d’identité',
  'frame.back': 'Retour',
  'frame.close': 'Fermer',
  'frame.progress': 'Progression',
  'frame.progressValue': '{share} effectués',

  'loading.title': 'Préparation en cours',

  'welcome.title': 'Vérifiez votre identité',
  'welcome.lead': '{requester} vous demande de confirmer votre identité.',
  'welcome.leadUnnamed': 'On vous demande de confirmer votre identité.',
  'welcome.document': 'Préparez votre document',
  'welcome.documentText': 'L’original. Une copie ou une photo ne peut pas être vérifiée.',
  'welcome.camera': 'Prenez-le en photo, bien net',
  'welcome.selfie': 'Prenez quelques photos de votre visage',
  'welcome.files': 'Préparez ce dont vous avez besoin',
  'welcome.filesText': 'Nous vous le précisons à l’étape suivante.',
  'welcome.filesCamera': 'Prenez une photo ou choisissez un fichier',
  'welcome.cameraText': 'Nous demanderons l’appareil photo le moment venu et vous guiderons.',
  'welcome.privacy': 'Vos données sont protégées',
  'welcome.privacyText': 'Elles sont chiffrées à l’envoi et au stockage.',
  'welcome.begin': 'Commencer',
  'welcome.resumedTitle': 'Heureux de vous revoir',
  'welcome.resumedLead': 'Vous pouvez reprendre là où vous en étiez.',
  'welcome.resume': 'Continuer',

  'processing.title': 'Vérification de votre document',
  'processing.lead': 'Voici ce que nous regardons\u00a0:',
  'processing.quality': 'La photo est-elle nette et complète\u202f?',
  'processing.lines': 'Les lignes imprimées concordent-elles\u202f?',
  'processing.valid': 'Le document est-il encore valable\u202f?',
  'processing.selfie': 'Vérification de vos photos',
  'processing.files': 'Vérification de votre envoi',
  'processing.data': 'Vérification de vos données',
  'processing.dataLead': 'Cela prend un instant.',
  'processing.long':
    'Cela prend un peu plus de temps. Vous pouvez attendre ou quitter\u00a0: le résultat ne sera pas perdu.',
  'processing.leave': 'Quitter maintenant',

  'result.success': 'Votre identité est confirmée',
  'result.successText': 'C’est terminé. L’entreprise qui a demandé la vérification a votre résultat.',
  'result.pending': 'Nous avons tout ce qu’il faut',
  'result.pendingText':
    'La vérification prend un peu plus de temps. L’entreprise qui l’a demandée vous dira le résultat.',
  'result.failed': 'Votre identité n’a pas pu être confirmée',
  'result.failedText':
    'L’entreprise qui a demandé la vérification a le résultat et peut vous dire comment poursuivre.',
  'result.unknown': 'La vérification n’a pas pu aboutir',
  'result.unknownText': 'Vous n’y êtes pour rien. L’entreprise qui l’a demandée peut en lancer une autre.',
  'result.done': 'Terminé',

  'problem.session-expired': 'Le temps prévu est écoulé',
  'problem.session-expiredText':
    'Choisissez «\u202fFermer\u202f» et recommencez. Personne d’autre ne voit ce que vous avez envoyé.',
  'problem.capture-unavailable': 'L’appareil photo ne s’est pas chargé',
  'problem.capture-unavailableText':
    'Vérifiez votre connexion, choisissez «\u202fFermer\u202f», rechargez cette page et recommencez.',
  'problem.retry-limit': 'Votre envoi n’a pas pu être utilisé',
  'problem.retry-limitText':
    'Il ne reste plus d’essais. Demandez à l’entreprise concernée comment poursuivre.',
  'problem.general': 'Un problème est survenu de notre côté',
  'problem.generalText':
    'Réessayez dans un instant. Si cela se reproduit, demandez de l’aide avec le code ci-dessous.',
  'problem.taken-over': 'Vous avez continué ailleurs',
  'problem.taken-overText':
    'Cette vérification est ouverte dans une autre fenêtre ou sur un autre appareil. Continuez là-bas.',
  'problem.code': 'Code pour l’assistance\u00a0: {code}',
  'problem.tryAgain': 'Réessayer',
  'problem.close': 'Fermer',

  'quit.title': 'Quitter la vérification\u202f?',
  'quit.text':
    'Votre identité n’est pas encore confirmée. Pendant un certain temps, vous pouvez revenir et continuer.',
  'quit.stay': 'Rester ici',
  'quit.leave': 'Quitter',
} as const satisfies FrameMessages<'one' | 'many' | 'other'>;

/** Loaders of the deferred parts. */
export const capture = () => import('./capture.ts');
export const selfie = () => import('./selfie.ts');
export const collect = () => import('./collect.ts');
export const form = () => import('./form.ts');
export const offer = () => import('./offer.ts');
export const handOff = () => import('./hand-off.ts');
