import type { HandOffMessages } from '../../messages.ts';

/** The French texts of a hand-off to a phone. */
export const messages = {
  'handOff.offer': 'Utiliser votre téléphone',
  'handOff.offerOther': 'Utiliser un autre téléphone',
  'handOff.title': 'Continuez avec votre téléphone',
  'handOff.lead': 'Dirigez l’appareil photo de votre téléphone vers ce code.',
  'handOff.code': 'Code QR avec l’adresse de cette vérification',
  'handOff.number': 'Votre téléphone affiche le même numéro :',
  'handOff.preparing': 'Préparation du code',
  'handOff.expired': 'Ce code n’est plus valable.',
  'handOff.failed': 'Le code n’a pas pu être créé. Veuillez réessayer.',
  'handOff.new': 'Afficher un nouveau code',
  'handOff.here': 'Continuer plutôt ici',
  'handOff.phone': 'La vérification continue sur votre téléphone',
  'handOff.phoneText': 'Laissez cette page ouverte. Le résultat s’affiche ici.',
  'handOff.at.document': 'En ce moment : photos de votre document',
  'handOff.at.selfie': 'En ce moment : photos de votre visage',
  'handOff.at.address': 'En ce moment : un courrier portant votre adresse',
  'handOff.at.card': 'En ce moment : photos de votre carte de paiement',
  'handOff.at.evidence': 'En ce moment : les fichiers demandés',
  'handOff.at.form': 'En ce moment : questions vous concernant',
  'handOff.at.other': 'En ce moment : l’étape suivante',
  'handOff.at.checks': 'En ce moment : vos données sont vérifiées',
  'handOff.step': 'Étape {step} sur {count}',
  'handOff.silent': 'Votre téléphone ne répond pas',
  'handOff.silentText':
    'Rouvrez la vérification sur votre téléphone. Vous pouvez aussi continuer ici ou avec un nouveau code.',
} as const satisfies HandOffMessages<'one' | 'many' | 'other'>;
