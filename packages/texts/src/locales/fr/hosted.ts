import type { HostedTexts } from '../../hosted.ts';

/** The French texts of the service's own pages. */
export const hosted: HostedTexts = {
  window: {
    title: 'Vérification d’identité',
    starting: 'Un instant…',
    slow: 'Cela prend plus de temps que d’habitude. Si rien ne se passe, rechargez cette fenêtre.',
    withoutScript: {
      title: 'JavaScript est désactivé',
      text: 'La vérification d’identité a besoin de JavaScript pour utiliser la caméra. Activez-le dans les réglages de votre navigateur, puis rechargez cette fenêtre.',
    },
    invalid: {
      title: 'Cette fenêtre n’est plus valable',
      text: 'Retournez à la page qui l’a ouverte et recommencez-y la vérification.',
    },
    elsewhere: {
      title: 'Vous avez continué ailleurs',
      text: 'La vérification se poursuit dans une autre fenêtre. Vous pouvez fermer celle-ci.',
    },
    over: {
      title: 'Vous pouvez fermer cette fenêtre',
      text: 'Pour continuer, retournez à la page qui l’a ouverte.',
    },
    failed: {
      title: 'La vérification n’a pas pu s’ouvrir',
      text: 'Vérifiez votre connexion internet, puis réessayez.',
      again: 'Réessayer',
    },
  },
  link: {
    invalid: {
      title: 'Ce lien ne fonctionne pas',
      text: 'Il en manque peut-être une partie. Ouvrez-le à nouveau depuis le message reçu ou demandez-en un nouveau à la personne qui vous l’a envoyé.',
    },
    expired: {
      title: 'Ce lien a expiré',
      text: 'Il ne permet plus de poursuivre la vérification. Demandez-en un nouveau à la personne qui vous l’a envoyé.',
    },
    finished: {
      title: 'Cette vérification est terminée',
      text: 'Vous n’avez plus rien à faire ici. Vous pouvez fermer cette page.',
    },
    elsewhere: {
      title: 'Vous avez quitté la vérification',
      text: 'Pour reprendre là où vous en étiez, ouvrez à nouveau le lien que vous avez reçu.',
    },
    over: { title: 'Vous pouvez fermer cette page', text: 'Vous n’avez plus rien à faire ici.' },
    app: {
      title: 'Retour à l’application',
      text: 'Si l’application ne s’est pas ouverte d’elle-même, ouvrez-la ici.',
      open: 'Ouvrir l’application',
    },
  },
  phone: {
    pairing: {
      title: 'Continuer avec ce téléphone',
      requester: 'Vérification d’identité pour {requester}',
      text: 'Votre ordinateur affiche un numéro. Est-ce celui-ci ?',
      confirm: 'Oui, continuer ici',
      otherwise: 'S’il en affiche un autre, ou si vous n’avez rien demandé, fermez cette page.',
    },
    invalid: {
      title: 'Ce lien n’est plus valable',
      text: 'Il sert une seule fois, pendant dix minutes. Affichez un nouveau code sur votre ordinateur.',
    },
    elsewhere: {
      title: 'La vérification n’est pas sur ce téléphone',
      text: 'Elle se poursuit ailleurs ou a pris fin sur votre ordinateur. Vous pouvez fermer cette page.',
    },
    over: {
      title: 'Vous n’avez plus rien à faire ici',
      text: 'Vous pouvez fermer cette page et continuer sur votre ordinateur.',
    },
  },
};
