import type { HostedTexts } from '../../hosted.ts';

/** The Italian texts of the service's own pages. */
export const hosted: HostedTexts = {
  window: {
    title: 'Verifica dell’identità',
    starting: 'Un momento…',
    slow: 'Ci vuole più tempo del solito. Se non succede nulla, ricarichi questa finestra.',
    withoutScript: {
      title: 'JavaScript è disattivato',
      text: 'La verifica dell’identità ha bisogno di JavaScript per usare la fotocamera. Lo attivi nelle impostazioni del browser e ricarichi questa finestra.',
    },
    invalid: {
      title: 'Questa finestra non è più valida',
      text: 'Torni alla pagina che l’ha aperta e avvii lì di nuovo la verifica.',
    },
    elsewhere: {
      title: 'Ha proseguito altrove',
      text: 'La verifica continua in un’altra finestra. Può chiudere questa.',
    },
    over: {
      title: 'Può chiudere questa finestra',
      text: 'Per proseguire, torni alla pagina che l’ha aperta.',
    },
    failed: {
      title: 'Non è stato possibile aprire la verifica',
      text: 'Controlli la connessione a internet e riprovi.',
      again: 'Riprova',
    },
  },
  link: {
    invalid: {
      title: 'Questo link non funziona',
      text: 'Forse ne manca una parte. Lo apra di nuovo dal messaggio che ha ricevuto oppure ne chieda uno nuovo a chi glielo ha inviato.',
    },
    expired: {
      title: 'Questo link è scaduto',
      text: 'Non permette più di continuare la verifica. Ne chieda uno nuovo a chi glielo ha inviato.',
    },
    finished: {
      title: 'Questa verifica è conclusa',
      text: 'Qui non c’è altro da fare. Può chiudere questa pagina.',
    },
    elsewhere: {
      title: 'Ha lasciato la verifica',
      text: 'Per riprendere da dove ha interrotto, apra di nuovo il link che ha ricevuto.',
    },
    over: { title: 'Può chiudere questa pagina', text: 'Qui non c’è altro da fare.' },
    app: {
      title: 'Torni all’app',
      text: 'Se l’app non si è aperta da sola, la apra qui.',
      open: 'Apra l’app',
    },
  },
  phone: {
    pairing: {
      title: 'Continuare con questo telefono',
      requester: 'Verifica dell’identità per {requester}',
      text: 'Il suo computer mostra un numero. È questo?',
      confirm: 'Sì, continuare qui',
      otherwise: 'Se ne mostra un altro, o se non ha chiesto nulla, chiuda questa pagina.',
    },
    invalid: {
      title: 'Questo link non è più valido',
      text: 'Vale una sola volta e per dieci minuti. Faccia mostrare al computer un nuovo codice.',
    },
    elsewhere: {
      title: 'La verifica non è su questo telefono',
      text: 'Continua altrove o è stata conclusa sul computer. Può chiudere questa pagina.',
    },
    over: {
      title: 'Qui non c’è altro da fare',
      text: 'Può chiudere questa pagina e continuare sul computer.',
    },
  },
};
