import type { SelfieMessages } from '../../messages.ts';

/** The French texts of a selfie. */
export const messages = {
  'selfie.title': 'Montrez maintenant votre visage',
  'selfie.lead': 'Cela prouve que c’est bien vous.',
  'selfie.face': 'Montrez tout le visage : sans masque, lunettes de soleil ni casquette.',
  'selfie.light': 'La lumière doit venir de face.',
  'selfie.moves': 'Regardez devant vous, tournez la tête et approchez-vous quand on vous le demande.',
  'selfie.why':
    'Votre navigateur demandera l’appareil photo. Il prend des photos et une courte vidéo sans son.',

  'selfie.heading': 'Votre visage dans l’ovale',
  'pose.straight': 'Regardez droit devant',
  'pose.left': 'Tournez la tête à gauche',
  'pose.right': 'Tournez la tête à droite',
  'pose.closer': 'Approchez-vous',
  'pose.no-face': 'Placez le visage dans l’ovale',
  'pose.several-faces': 'Une seule personne à l’image',
  'pose.too-dark': 'Trouvez plus de lumière',
  'pose.too-far': 'Approchez-vous',
  'pose.too-near': 'Reculez un peu',
  'pose.turn-further': 'Tournez encore un peu',
  'pose.turn-back': 'Tournez un peu moins',
  'pose.hold-still': 'Bien. Ne bougez plus',
  'selfie.timer': 'Retardateur',
  'selfie.sending': 'Envoi de vos photos',

  'retry.FACE_NOT_FOUND': 'Votre visage n’a pas été trouvé',
  'retry.FACE_NOT_FOUND.remedy': 'Tenez l’appareil à hauteur des yeux et gardez le visage dans l’ovale.',
  'retry.FACES_MANY': 'On voit plus d’un visage',
  'retry.FACES_MANY.remedy': 'Allez là où l’on ne voit personne d’autre, même en image.',
  'retry.FACE_TOO_SMALL': 'Votre visage est trop loin',
  'retry.FACE_TOO_SMALL.remedy': 'Approchez-vous jusqu’à ce que le visage remplisse l’ovale.',
  'retry.FACE_COVERED': 'Une partie du visage est cachée',
  'retry.FACE_COVERED.remedy':
    'Retirez masque, lunettes de soleil ou casquette et dégagez vos cheveux du visage.',
  'retry.FACE_TURNED_WRONG': 'Un mouvement n’était pas celui demandé',
  'retry.FACE_TURNED_WRONG.remedy': 'Suivez l’écran et restez ainsi jusqu’à ce que la photo soit prise.',
  'retry.SELFIE_STILL': 'Nous n’avons vu aucun mouvement',
  'retry.SELFIE_STILL.remedy': 'Tournez la tête et approchez-vous quand on vous le demande.',
  'retry.SELFIE_TOO_FAST': 'C’était trop rapide',
  'retry.SELFIE_TOO_FAST.remedy': 'Prenez votre temps pour chaque photo.',
  'selfie.IMAGE_TOO_SMALL': 'Les photos sont trop petites',
  'selfie.IMAGE_TOO_SMALL.remedy': 'Utilisez un meilleur appareil photo, comme celui d’un téléphone.',
  'selfie.IMAGE_UNREADABLE.remedy': 'Regardez encore l’appareil : il prend de nouvelles photos.',
  'selfie.IMAGE_BLURRED.remedy': 'Essuyez l’objectif et ne bougez pas pendant la photo.',
} as const satisfies SelfieMessages<'one' | 'many' | 'other'>;
