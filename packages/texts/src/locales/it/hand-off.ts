import type { HandOffMessages } from '../../messages.ts';

/** The Italian texts of a hand-off to a phone. */
export const messages = {
  'handOff.offer': 'Usa il telefono',
  'handOff.offerOther': 'Usa un altro telefono',
  'handOff.title': 'Continui con il suo telefono',
  'handOff.lead': 'Punti la fotocamera del telefono su questo codice.',
  'handOff.code': 'Codice QR con l’indirizzo di questa verifica',
  'handOff.number': 'Il suo telefono mostra lo stesso numero:',
  'handOff.preparing': 'Il codice è in preparazione',
  'handOff.expired': 'Questo codice non è più valido.',
  'handOff.failed': 'Non è stato possibile creare il codice. Riprovi.',
  'handOff.new': 'Mostra un nuovo codice',
  'handOff.here': 'Continua qui',
  'handOff.phone': 'La verifica continua sul suo telefono',
  'handOff.phoneText': 'Lasci aperta questa pagina. Il risultato appare qui.',
  'handOff.at.document': 'In questo momento: foto del suo documento',
  'handOff.at.selfie': 'In questo momento: foto del suo viso',
  'handOff.at.address': 'In questo momento: una lettera con il suo indirizzo',
  'handOff.at.card': 'In questo momento: foto della sua carta di pagamento',
  'handOff.at.evidence': 'In questo momento: i file richiesti',
  'handOff.at.form': 'In questo momento: domande su di lei',
  'handOff.at.other': 'In questo momento: il passo successivo',
  'handOff.at.checks': 'In questo momento: i suoi dati vengono controllati',
  'handOff.step': 'Passo {step} di {count}',
  'handOff.silent': 'Il suo telefono non risponde',
  'handOff.silentText': 'Riapra la verifica sul telefono. Può anche continuare qui o con un nuovo codice.',
} as const satisfies HandOffMessages<'one' | 'many' | 'other'>;
